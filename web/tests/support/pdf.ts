// A small PDF with real text, a page per list of lines: enough for a reader, a renderer and a citation.
export function pdfOf(pages: string[][], padding = 0): Buffer {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  pages.forEach((lines, index) => {
    const drawn = lines.map((line, place) => {
      const size = place === 0 ? 20 : 12;
      return `BT /F1 ${size} Tf 72 ${760 - place * 26} Td (${escaped(line)}) Tj ET`;
    });
    const stream = drawn.join("\n");
    add(`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`);
    add(`<< /Length ${Buffer.byteLength(stream, "latin1")} >>\nstream\n${stream}\nendstream`);
  });
  // Bytes that nothing refers to: weight, without anything more to read.
  if (padding > 0) add(`<< /Length ${padding} >>\nstream\n${"0".repeat(padding)}\nendstream`);
  let text = "%PDF-1.4\n";
  const offsets = objects.map((body, index) => {
    const at = Buffer.byteLength(text, "latin1");
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const start = Buffer.byteLength(text, "latin1");
  const rows = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}

function escaped(line: string): string {
  return line.replaceAll("€", "\x80").replace(/[\\()]/g, (sign) => `\\${sign}`);
}

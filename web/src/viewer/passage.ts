// Finding a quoted passage again: in the extracted text by its offsets, on a drawn page by its words.
export interface Passage {
  quote: string | null;
  page: number | null;
  start: number | null;
  end: number | null;
  textHash: string | null;
}

export interface Range {
  start: number;
  end: number;
}

/** Offsets count characters (code points); strings here count UTF-16 units. */
export function unitsOf(text: string, range: Range): Range | null {
  let [points, start] = [0, -1];
  for (let unit = 0; unit <= text.length; ) {
    if (points === range.start) start = unit;
    if (points === range.end) return start < 0 ? null : { start, end: unit };
    unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
    points += 1;
  }
  return null;
}

/** Where the passage is: by its offsets if the text is still the one they count in, else by its words. */
export function findPassage(text: string, passage: Passage, textHash: string | null): Range | null {
  const { start, end, quote } = passage;
  const sameText = passage.textHash === null || passage.textHash === textHash;
  if (sameText && start !== null && end !== null) {
    const range = unitsOf(text, { start, end });
    if (range) return range;
  }
  if (!quote) return null;
  const at = text.indexOf(quote);
  return at >= 0 ? { start: at, end: at + quote.length } : null;
}

/** Letters and digits only, lower case, without accents: spacing and line breaks differ between a page and its text. */
export function bare(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();
}

/** Which of a page's pieces of text hold the quote. */
export function piecesWith(pieces: string[], quote: string): number[] {
  const wanted = bare(quote);
  if (wanted.length < 3) return [];
  const bares = pieces.map(bare);
  const whole = bares.join("");
  // A quote may run over to the next page: then its beginning is here.
  const lengths = [wanted.length, Math.floor(wanted.length * 0.6), Math.floor(wanted.length * 0.35)];
  for (const length of lengths) {
    if (length < 12 && length !== wanted.length) break;
    const at = whole.indexOf(wanted.slice(0, length));
    if (at < 0) continue;
    const found: number[] = [];
    let from = 0;
    bares.forEach((piece, index) => {
      const to = from + piece.length;
      if (piece.length > 0 && to > at && from < at + length) found.push(index);
      from = to;
    });
    return found;
  }
  return [];
}

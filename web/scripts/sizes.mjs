// What the first visit of the chat costs, as it travels: fails when it grows past what we promise.
import { readFileSync, readdirSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 250_000;
const dist = new URL("../dist/", import.meta.url);
const html = readFileSync(new URL("index.html", dist), "utf8");
const files = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1]);
const latin = readdirSync(new URL("assets/", dist)).filter((name) => /figtree-latin-wght.*woff2$/.test(name)).map((name) => `assets/${name}`);

let total = gzipSync(html).length;
const rows = [["index.html", total]];
for (const name of new Set([...files, ...latin])) {
  const content = readFileSync(new URL(name, dist));
  // Fonts are compressed already.
  const size = name.endsWith(".woff2") ? content.length : gzipSync(content, { level: 9 }).length;
  rows.push([name, size]);
  total += size;
}
for (const [name, size] of rows) console.log(`${String(Math.round(size / 100) / 10).padStart(8)} kB  ${name}`);
console.log(`${String(Math.round(total / 100) / 10).padStart(8)} kB  first load of the chat, gzip`);
if (total > LIMIT) {
  console.error(`the first load is ${total} bytes; the limit is ${LIMIT}`);
  process.exit(1);
}

// Puts a brotli file beside what compresses well; the server sends it to browsers that take it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const SMALLEST = 1024;
const KINDS = /\.(js|mjs|css|svg|html)$/;
const dist = fileURLToPath(new URL("../dist/", import.meta.url));

for (const name of readdirSync(dist, { recursive: true })) {
  if (!KINDS.test(name)) continue;
  const content = readFileSync(join(dist, name));
  if (content.length <= SMALLEST) continue;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content, { params }));
}

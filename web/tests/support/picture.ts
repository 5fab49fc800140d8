// A picture to choose: a square of one colour with a lighter one inside.
import { crc32, deflateSync } from "node:zlib";

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  const sum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function picture(colour: [number, number, number], size = 64): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const light = colour.map((part) => 255 - Math.floor((255 - part) / 4));
  const isInside = (at: number) => at >= size / 4 && at < (3 * size) / 4;
  const rows = Array.from({ length: size }, (_, y) => [0, ...Array.from({ length: size }, (__, x) => (isInside(x) && isInside(y) ? light : colour)).flat()]);
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.from(rows.flat()))), chunk("IEND", Buffer.alloc(0))]);
}

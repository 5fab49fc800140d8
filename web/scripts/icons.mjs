// Makes the icons that the server carries from `src/theme/icon.svg`, in the sizes that browsers and telephones want.
// Run it when the drawing changes, and commit what it writes.
import { chromium } from "@playwright/test";
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";

const drawing = new URL("../src/theme/icon.svg", import.meta.url);
const folder = new URL("../../crates/doors/assets/icons/", import.meta.url);
const svg = await readFile(drawing, "utf8");
// What is cut to a circle or a square of its own needs the colour up to the edge, and the drawing further inside.
const square = svg.replace(/ rx="8"/, "");
const inside = square.replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"').replace('<rect width="32" height="32"', '<rect x="-4" y="-4" width="40" height="40"');
const wanted = [
  ["icon-32.png", 32, svg],
  ["icon-192.png", 192, svg],
  ["icon-512.png", 512, svg],
  ["apple-touch-icon.png", 180, square],
  ["icon-maskable-512.png", 512, inside],
];

await mkdir(folder, { recursive: true });
await copyFile(drawing, new URL("icon.svg", folder));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage();
for (const [name, size, source] of wanted) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>html,body{margin:0;background:transparent}svg{display:block;width:${size}px;height:${size}px}</style>${source}`);
  await writeFile(new URL(name, folder), await page.screenshot({ omitBackground: true }));
}
await browser.close();

// Drawing PDF pages. Loaded only when one is opened.
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy } from "pdfjs-dist";
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { send } from "../api/client";
import { piecesWith } from "./passage";

GlobalWorkerOptions.workerSrc = worker;

export async function openPdf(fileId: string, signal: AbortSignal): Promise<PDFDocumentProxy> {
  const response = await send("GET", `/api/files/${fileId}/content`, { signal });
  const data = new Uint8Array(await response.arrayBuffer());
  // Nothing is compiled from what a file says, and no other file is asked for.
  return getDocument({ data, isEvalSupported: false, useWasm: false, enableXfa: false, disableFontFace: false, useSystemFonts: true }).promise;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Draws a page as wide as told; sharp on fine screens. */
export async function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<{ width: number; height: number; scale: number }> {
  const plain = page.getViewport({ scale: 1 });
  const scale = width / plain.width;
  const fine = Math.min(window.devicePixelRatio || 1, 2);
  const viewport = page.getViewport({ scale: scale * fine });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
  return { width, height: plain.height * scale, scale };
}

/** Where on the page the quoted words stand. */
export async function boxesOf(page: PDFPageProxy, quote: string, scale: number): Promise<Box[]> {
  const content = await page.getTextContent();
  const items = content.items.filter((item) => "str" in item);
  const viewport = page.getViewport({ scale });
  const found = piecesWith(
    items.map((item) => item.str),
    quote,
  );
  return found.flatMap((index) => {
    const item = items[index];
    if (!item) return [];
    const [, , , , x = 0, y = 0] = item.transform as number[];
    const [left = 0, bottom = 0] = viewport.convertToViewportPoint(x, y) as number[];
    const height = (item.height || 10) * scale;
    return [{ left: left - 2, top: bottom - height, width: item.width * scale + 4, height: height * 1.3 }];
  });
}

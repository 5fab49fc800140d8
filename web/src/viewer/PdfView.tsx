import { ActionIcon } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconChevronLeft, IconChevronRight, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import type { Passage } from "./passage";
import { boxesOf, draw, openPdf, type Box } from "./pdf";
import classes from "./PdfView.module.css";
import { viewerWords } from "./words";

interface Props {
  fileId: string;
  passage: Passage;
  fallback: ReactNode;
}

export default function PdfView({ fileId, passage, fallback }: Props) {
  const words = useWords(viewerWords);
  const pdf = useQuery({ queryKey: ["pdf", fileId], queryFn: ({ signal }) => openPdf(fileId, signal), staleTime: Infinity, gcTime: 60_000 });
  if (pdf.isPending) return <Loading height={480} />;
  if (pdf.error) {
    return (
      <>
        <p className={classes.note}>{words.pdfFailed}</p>
        {fallback}
      </>
    );
  }
  return <Pages pdf={pdf.data} passage={passage} />;
}

function Pages({ pdf, passage }: { pdf: PDFDocumentProxy; passage: Passage }) {
  const words = useWords(viewerWords);
  const [number, setNumber] = useState(() => Math.min(Math.max(1, passage.page ?? 1), pdf.numPages));
  const [zoom, setZoom] = useState(1);
  const quote = number === (passage.page ?? 1) ? passage.quote : null;
  return (
    <div className={classes.pdf}>
      <div className={classes.bar}>
        <ActionIcon aria-label={words.previousPage} disabled={number <= 1} onClick={() => setNumber(number - 1)}>
          <IconChevronLeft size={17} />
        </ActionIcon>
        <span className="tabular" role="status">
          {words.pageOf(number, pdf.numPages)}
        </span>
        <ActionIcon aria-label={words.nextPage} disabled={number >= pdf.numPages} onClick={() => setNumber(number + 1)}>
          <IconChevronRight size={17} />
        </ActionIcon>
        <ActionIcon aria-label={words.zoomOut} disabled={zoom <= 0.6} onClick={() => setZoom(zoom - 0.2)}>
          <IconZoomOut size={17} />
        </ActionIcon>
        <ActionIcon aria-label={words.zoomIn} disabled={zoom >= 3} onClick={() => setZoom(zoom + 0.2)}>
          <IconZoomIn size={17} />
        </ActionIcon>
      </div>
      <Page pdf={pdf} number={number} zoom={zoom} quote={quote} />
    </div>
  );
}

function Page({ pdf, number, zoom, quote }: { pdf: PDFDocumentProxy; number: number; zoom: number; quote: string | null }) {
  const words = useWords(viewerWords);
  const frame = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  const [boxes, setBoxes] = useState<Box[] | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(Math.floor(element.clientWidth - 32)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const place = sheet.current;
    if (!place || room <= 0) return undefined;
    let isStale = false;
    // A canvas of its own for each drawing: two at once on one would mix.
    const canvas = document.createElement("canvas");
    void (async () => {
      const page = await pdf.getPage(number);
      const drawn = await draw(page, canvas, room * zoom);
      const found = quote ? await boxesOf(page, quote, drawn.scale) : [];
      if (isStale) return;
      place.style.width = `${drawn.width}px`;
      place.style.height = `${drawn.height}px`;
      canvas.style.width = "100%";
      canvas.style.height = "100%";
      place.querySelector("canvas")?.remove();
      place.prepend(canvas);
      setBoxes(found);
    })();
    return () => {
      isStale = true;
    };
  }, [pdf, number, zoom, quote, room]);

  useEffect(() => {
    sheet.current?.querySelector("mark")?.scrollIntoView({ block: "center" });
  }, [boxes]);

  return (
    <div ref={frame} className={classes.frame}>
      {quote && boxes?.length === 0 && <p className={classes.note}>{words.notOnPage}</p>}
      <div ref={sheet} className={classes.sheet} role="img" aria-label={words.pageLabel(number)}>
        {boxes?.map((box, index) => (
          <mark key={index} className={classes.mark} style={box} data-testid="passage" />
        ))}
      </div>
    </div>
  );
}

// The sources of an answer, one at a time, each opened at the passage that was quoted.
import "../theme/more.css";
import { ActionIcon, Drawer, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconX } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { Link } from "wouter";
import { useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import { NARROW, PHONE } from "../theme/media";
import { viewerWords } from "../viewer/words";
import { markerOf, type OpenSource } from "./sources";
import classes from "./SourcePanel.module.css";
import { chatWords } from "./words";

const DocumentView = lazy(() => import("../viewer/DocumentView"));

interface Props {
  source: OpenSource;
  change: (source: OpenSource | null) => void;
}

export function SourcePanel(props: Props) {
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  return isNarrow ? <SourceDrawer {...props} /> : <SideSource {...props} />;
}

/** Over the page, where there is no room beside the conversation. */
export function SourceDrawer({ source, change }: Props) {
  const words = useWords(chatWords);
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  return (
    <Drawer
      opened
      onClose={() => change(null)}
      position={isPhone ? "bottom" : "right"}
      size={isPhone ? "86%" : 560}
      withCloseButton={false}
      attributes={{ content: { "aria-label": words.source } }}
      classNames={{ body: classes.sheet ?? "", content: classes.sheetContent ?? "" }}
    >
      <SourceBody source={source} change={change} />
    </Drawer>
  );
}

const NARROWEST = 320;
const KEPT = "conserje.sources.width";

function SideSource({ source, change }: Props) {
  const words = useWords(chatWords);
  const [width, setWidth] = useState(() => Number(localStorage.getItem(KEPT)) || 480);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => localStorage.setItem(KEPT, String(width)), [width]);
  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent) {
      if (event.key === "Escape" && panel.current?.contains(document.activeElement)) change(null);
    }
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [change]);
  const within = (wanted: number) => Math.max(NARROWEST, Math.min(wanted, window.innerWidth * 0.6));
  function drag(event: PointerEvent<HTMLDivElement>) {
    if (event.buttons !== 1) return;
    setWidth(within(window.innerWidth - event.clientX));
  }
  function onKey(event: KeyboardEvent) {
    if (event.key === "ArrowLeft") setWidth(within(width + 32));
    else if (event.key === "ArrowRight") setWidth(within(width - 32));
  }
  return (
    <aside ref={panel} className={classes.panel} style={{ width }} aria-label={words.source}>
      <div
        className={classes.grip}
        role="separator"
        aria-orientation="vertical"
        aria-label={words.source}
        aria-valuenow={Math.round(width)}
        aria-valuemin={NARROWEST}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKey}
      />
      <SourceBody source={source} change={change} />
    </aside>
  );
}

function SourceBody({ source, change }: Props) {
  const words = useWords(chatWords);
  const parts = useWords(partsWords);
  const viewer = useWords(viewerWords);
  const may = useMay();
  const { citations, place } = source;
  const citation = citations[place];
  if (!citation) return null;
  const total = citations.length;
  const go = (step: number) => change({ citations, place: (place + step + total) % total });
  return (
    <>
      <header className={classes.head}>
        <span className={classes.number}>{markerOf(citation, place)}</span>
        <div className={classes.name}>
          <strong title={citation.fileName}>{citation.fileName}</strong>
          {citation.page != null && <small>{words.page(citation.page)}</small>}
        </div>
        {total > 1 && (
          <div className={classes.leaf}>
            <ActionIcon aria-label={words.previous} onClick={() => go(-1)}>
              <IconChevronLeft size={17} />
            </ActionIcon>
            <span>{words.of(place + 1, total)}</span>
            <ActionIcon aria-label={words.next} onClick={() => go(1)}>
              <IconChevronRight size={17} />
            </ActionIcon>
          </div>
        )}
        {citation.fileId && may("knowledge:read") && (
          <Tooltip label={viewer.openInKnowledge}>
            <ActionIcon component={Link} href={`/knowledge/files/${citation.fileId}`} aria-label={viewer.openInKnowledge}>
              <IconExternalLink size={17} />
            </ActionIcon>
          </Tooltip>
        )}
        <ActionIcon aria-label={parts.close} onClick={() => change(null)}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <div className={classes.body}>
        {citation.fileId && may("knowledge:read") ? (
          <Suspense fallback={<Loading height={320} />}>
            <DocumentView
              key={`${citation.fileId} ${citation.chunkId ?? ""} ${place}`}
              fileId={citation.fileId}
              passage={{
                quote: citation.quote ?? null,
                page: citation.page ?? null,
                start: citation.start ?? null,
                end: citation.end ?? null,
                textHash: citation.textHash ?? null,
              }}
            />
          </Suspense>
        ) : (
          <blockquote className={classes.quote}>{citation.quote}</blockquote>
        )}
      </div>
    </>
  );
}

// A document with a passage marked: its pages where they can be drawn, its text otherwise.
import "../theme/more.css";
import { SegmentedControl } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { get, send } from "../api/client";
import { useFile } from "../api/queries";
import type { FileText } from "../api/types";
import { useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import { Failure } from "../parts/State";
import classes from "./DocumentView.module.css";
import type { Passage } from "./passage";
import { TextView } from "./TextView";
import { viewerWords } from "./words";

const PdfView = lazy(() => import("./PdfView"));

const NO_PASSAGE: Passage = { quote: null, page: null, start: null, end: null, textHash: null };

export default function DocumentView({ fileId, passage = NO_PASSAGE }: { fileId: string; passage?: Passage }) {
  const words = useWords(viewerWords);
  const file = useFile(fileId);
  const [wanted, setWanted] = useState<"original" | "text">("original");
  if (file.isPending) return <Loading height={320} />;
  if (file.error) return <Failure error={file.error} retry={() => void file.refetch()} />;
  const isPdf = file.data.mimeType === "application/pdf";
  const isImage = file.data.mimeType.startsWith("image/") && file.data.mimeType !== "image/tiff";
  const hasOriginal = isPdf || isImage;
  const shown = hasOriginal ? wanted : "text";
  return (
    <div className={classes.document}>
      {hasOriginal && (
        <div className={classes.choice}>
          <SegmentedControl
            size="xs"
            aria-label={words.show}
            value={shown}
            onChange={(value) => setWanted(value as typeof wanted)}
            data={[
              { value: "original", label: words.original },
              { value: "text", label: words.text },
            ]}
          />
        </div>
      )}
      {shown === "text" && <TextOf fileId={fileId} passage={passage} />}
      {shown === "original" && isPdf && (
        <Suspense fallback={<Loading height={480} />}>
          <PdfView fileId={fileId} passage={passage} fallback={<TextOf fileId={fileId} passage={passage} />} />
        </Suspense>
      )}
      {shown === "original" && isImage && <ImageOf fileId={fileId} name={file.data.fileName} mimeType={file.data.mimeType} />}
    </div>
  );
}

function TextOf({ fileId, passage }: { fileId: string; passage: Passage }) {
  const text = useQuery({
    queryKey: ["text", fileId],
    queryFn: ({ signal }) => get<FileText>(`/api/files/${fileId}/text`, signal),
    staleTime: 60_000,
  });
  if (text.isPending) return <Loading height={320} />;
  if (text.error) return <Failure error={text.error} retry={() => void text.refetch()} />;
  return <TextView text={text.data.text} textHash={text.data.textHash ?? null} passage={passage} />;
}

function ImageOf({ fileId, name, mimeType }: { fileId: string; name: string; mimeType: string }) {
  const image = useQuery({
    queryKey: ["image", fileId],
    queryFn: async ({ signal }) => {
      const bytes = await (await send("GET", `/api/files/${fileId}/content`, { signal })).arrayBuffer();
      return URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    },
    staleTime: Infinity,
  });
  if (image.isPending) return <Loading height={320} />;
  if (image.error) return <Failure error={image.error} />;
  return <img className={classes.image} src={image.data} alt={name} />;
}

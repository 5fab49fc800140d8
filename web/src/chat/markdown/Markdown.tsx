// What an assistant says, as text it may shape but not act with: no HTML of its own, no images from anywhere, no links
// but plain ones, nothing that makes the browser ask another server.
import { memo, useMemo, type ComponentProps, type ReactNode } from "react";
import ReactMarkdown, { type Components } from "react-markdown";
import rehypeSanitize, { defaultSchema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import { useWords } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { chatWords } from "../words";
import { rehypeCapTables } from "./capTables";
import { rehypeCiteMarkers } from "./citeMarkers";
import classes from "./Markdown.module.css";

/** Longer texts are not parsed: it would take seconds. */
const LONGEST = 150_000;

// Pictures are not even made into elements; see `img` below for those that the parser finds.
const SCHEMA = { ...defaultSchema, protocols: { ...defaultSchema.protocols, href: ["http", "https", "mailto"] } };

export type MarkerRenderer = (marker: number) => ReactNode;

interface Props {
  text: string;
  /** Numbers that have a source. */
  markers?: readonly number[];
  renderMarker?: MarkerRenderer;
}

export const Markdown = memo(function Markdown({ text, markers = NONE, renderMarker }: Props) {
  const words = useWords(chatWords);
  const known = markers.join();
  const rehype = useMemo(
    () => [[rehypeSanitize, SCHEMA] as const, rehypeCapTables, rehypeCiteMarkers(new Set(known ? known.split(",").map(Number) : []))],
    [known],
  );
  const components = useMemo<Components>(
    () => ({
      a: ExternalLink,
      img: ({ alt }) => (
        <span className={classes.image}>
          {words.imageLeftOut}
          {alt ? `: ${alt}` : ""}
        </span>
      ),
      pre: CodeBlock,
      table: ({ children }) => (
        <div className={classes.table} tabIndex={0} role="region" aria-label="table">
          <table>{children}</table>
        </div>
      ),
      tr: ({ node, children }) => {
        const leftOut = node?.properties.dataLeftOut;
        if (leftOut === undefined) return <tr>{children}</tr>;
        return (
          <tr>
            <td colSpan={99}>{words.rowsLeftOut(Number(leftOut))}</td>
          </tr>
        );
      },
      cite: ({ node, children }) => {
        const marker = Number(node?.properties.dataMarker);
        return renderMarker && marker ? renderMarker(marker) : <>[{children}]</>;
      },
    }),
    [renderMarker, words],
  );
  if (text.length > LONGEST) {
    return (
      <>
        <p className={classes.note}>{words.tooLong}</p>
        <pre className={classes.plain}>{text}</pre>
      </>
    );
  }
  return (
    <div className={classes.prose}>
      <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={rehype as never} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

const NONE: readonly number[] = [];
const REMARK = [remarkGfm];

function ExternalLink({ href, children }: ComponentProps<"a">) {
  if (!href || href.startsWith("#")) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" title={href}>
      {children}
    </a>
  );
}

interface TextNode {
  type: string;
  value?: string;
  children?: TextNode[];
  properties?: Record<string, unknown>;
}

function textOf(node: TextNode | undefined): string {
  if (!node) return "";
  return node.value ?? (node.children ?? []).map(textOf).join("");
}

function CodeBlock({ children, node }: ComponentProps<"pre"> & { node?: unknown }) {
  const words = useWords(chatWords);
  const source = node as TextNode | undefined;
  const names = source?.children?.[0]?.properties?.className;
  const language = Array.isArray(names) ? String(names[0]).replace("language-", "") : "";
  return (
    <figure className={classes.code}>
      <figcaption>
        <span>{language || words.code}</span>
        <CopyButton text={() => textOf(source).replace(/\n$/, "")} />
      </figcaption>
      <pre tabIndex={0}>{children}</pre>
    </figure>
  );
}

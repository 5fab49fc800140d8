// One document: what it is, how it was cut, and the thing itself.
import { Badge, Button, Skeleton, Tabs } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { IconArrowLeft } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { get } from "../api/client";
import { useCollections, useFile } from "../api/queries";
import type { Chunk, FileEntry } from "../api/types";
import { useCollectionTitle } from "../api/names";
import { Markdown } from "../chat/markdown/Markdown";
import { useFormats, useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import { Page } from "../parts/Page";
import { Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import { FileMenu } from "./FileMenu";
import classes from "./FilePage.module.css";
import { FileStatus } from "./FileStatus";
import { outlineOf } from "./outline";
import { useFileActions } from "./fileActions";
import { useFileNews } from "./useFileNews";
import { knowledgeWords } from "./words";

const DocumentView = lazy(() => import("../viewer/DocumentView"));
const PAGE = 200;

export function FilePage({ id }: { id: string }) {
  const words = useWords(knowledgeWords);
  const may = useMay();
  const file = useFile(id);
  const collections = useCollections();
  const titleOf = useCollectionTitle();
  const [, navigate] = useLocation();
  useFileNews();
  if (file.isPending) return <Loading height={400} />;
  if (file.error) return <Failure error={file.error} retry={() => void file.refetch()} />;
  return (
    <Page
      title={file.data.title || file.data.fileName}
      {...(file.data.title ? { intro: file.data.fileName } : {})}
      actions={
        <>
          <Button component={Link} href="/knowledge" variant="subtle" color="gray" leftSection={<IconArrowLeft size={16} />}>
            {words.back}
          </Button>
          <FileMenu file={file.data} collections={collections.data ?? []} mayWrite={may("knowledge:write")} afterRemoval={() => navigate("/knowledge")} />
        </>
      }
    >
      {file.data.processingStatus === "failed" && <Failed file={file.data} />}
      <div className={classes.columns}>
        <Body file={file.data} />
        <Facts file={file.data} collection={titleOf(collections.data?.find((other) => other.id === file.data.collectionId)?.name ?? "")} />
      </div>
    </Page>
  );
}

function Failed({ file }: { file: FileEntry }) {
  const words = useWords(knowledgeWords);
  const may = useMay();
  const actions = useFileActions();
  return (
    <section className={classes.failed} aria-label={words.why}>
      <h2>{words.why}</h2>
      <p>{file.error}</p>
      <p className={classes.soft}>{words.whatToDo}</p>
      {may("knowledge:write") && (
        <Button size="xs" variant="default" onClick={() => void actions.reprocess([file])}>
          {words.reprocess}
        </Button>
      )}
    </section>
  );
}

function Facts({ file, collection }: { file: FileEntry; collection: string }) {
  const words = useWords(knowledgeWords);
  const formats = useFormats();
  return (
    <aside className={classes.facts} aria-label={words.facts}>
      <dl>
        <Fact name={words.status}>
          <FileStatus file={file} />
        </Fact>
        <Fact name={words.collection}>{collection}</Fact>
        <Fact name={words.type}>{file.mimeType}</Fact>
        <Fact name={words.size}>{formats.bytes(file.size)}</Fact>
        {file.pages != null && <Fact name={words.pages}>{formats.number(file.pages)}</Fact>}
        <Fact name={words.passages}>{formats.number(file.chunkCount)}</Fact>
        <Fact name={words.changed}>
          <When at={file.updatedAt} />
        </Fact>
        {Object.entries(file.facts).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {file.notices.length > 0 && (
        <>
          <h2>{words.notices}</h2>
          <ul>
            {file.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </>
      )}
    </aside>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Body({ file }: { file: FileEntry }) {
  const words = useWords(knowledgeWords);
  const parts = useWords(partsWords);
  const [read, write] = useAddress();
  const wanted = read("chunk");
  const view = read("view") || (wanted ? "chunks" : "read");
  const chunks = useInfiniteQuery({
    queryKey: ["chunks", file.id, file.textHash],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => get<{ items: Chunk[] }>(`/api/files/${file.id}/chunks?from=${pageParam}&limit=${PAGE}`, signal),
    getNextPageParam: (page, all) => (page.items.length === PAGE ? all.length * PAGE : undefined),
  });
  const all = chunks.data?.pages.flatMap((page) => page.items) ?? [];
  const tables = all.filter((chunk) => chunk.hasTables || chunk.kind === "table");
  const more = chunks.hasNextPage && (
    <Button variant="default" mt="md" loading={chunks.isFetchingNextPage} onClick={() => void chunks.fetchNextPage()}>
      {parts.more}
    </Button>
  );
  return (
    <Tabs value={view} onChange={(value) => write({ view: value ?? "", chunk: "" })} className={classes.body ?? ""} keepMounted={false}>
      <Tabs.List className={classes.tabs ?? ""}>
        <Tabs.Tab value="read">{words.read}</Tabs.Tab>
        <Tabs.Tab value="outline">{words.outline}</Tabs.Tab>
        <Tabs.Tab value="chunks">
          {words.chunks} · {file.chunkCount}
        </Tabs.Tab>
        <Tabs.Tab value="tables">
          {words.tables} · {tables.length}
        </Tabs.Tab>
      </Tabs.List>
      {chunks.error && <Failure error={chunks.error} />}
      <Tabs.Panel value="read" className={classes.reader ?? ""}>
        <Suspense fallback={<Skeleton height={400} />}>
          <DocumentView fileId={file.id} />
        </Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="outline" pt="md">
        <Outline chunks={all} open={(chunk) => write({ view: "chunks", chunk: String(chunk) })} />
        {more}
      </Tabs.Panel>
      <Tabs.Panel value="chunks" pt="md">
        {chunks.isPending && <Skeleton height={240} />}
        <ol className={classes.chunks}>
          {all.map((chunk) => (
            <ChunkCard key={chunk.id} chunk={chunk} isWanted={String(chunk.index) === wanted} />
          ))}
        </ol>
        {more}
      </Tabs.Panel>
      <Tabs.Panel value="tables" pt="md">
        {tables.length === 0 && <p className={classes.soft}>{words.noTables}</p>}
        <ol className={classes.chunks}>
          {tables.map((chunk) => (
            <li key={chunk.id} className={classes.chunk}>
              <Markdown text={chunk.text} />
            </li>
          ))}
        </ol>
        {more}
      </Tabs.Panel>
    </Tabs>
  );
}

function Outline({ chunks, open }: { chunks: Chunk[]; open: (chunk: number) => void }) {
  const words = useWords(knowledgeWords);
  const headings = outlineOf(chunks);
  if (headings.length === 0) return <p className={classes.soft}>{words.noOutline}</p>;
  return (
    <ul className={classes.outline}>
      {headings.map((heading, index) => (
        <li key={index} data-depth={Math.min(heading.depth, 4)}>
          <button type="button" onClick={() => open(heading.chunk)}>
            {heading.title}
          </button>
          {heading.page != null && <small>{words.page(heading.page)}</small>}
        </li>
      ))}
    </ul>
  );
}

function ChunkCard({ chunk, isWanted }: { chunk: Chunk; isWanted: boolean }) {
  const words = useWords(knowledgeWords);
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isWanted) card.current?.scrollIntoView({ block: "center" });
  }, [isWanted]);
  const kinds: Record<string, string> = words.kinds;
  return (
    <li ref={card} className={classes.chunk} data-wanted={isWanted || undefined}>
      <header>
        <strong>#{chunk.index}</strong>
        <span>{kinds[chunk.kind] ?? chunk.kind}</span>
        {chunk.page != null && <span>{words.page(chunk.page)}</span>}
        {chunk.article?.number && <span>{words.article(chunk.article.number)}</span>}
        <span>{words.tokens(chunk.tokens)}</span>
        <code>{chunk.id}</code>
      </header>
      {chunk.sectionPath.length > 0 && <div className={classes.path}>{chunk.sectionPath.join(" › ")}</div>}
      {chunk.kind === "table" ? <Markdown text={chunk.text} /> : <p className={classes.text}>{chunk.text}</p>}
      {chunk.keywords.length > 0 && (
        <div className={classes.keywords} aria-label={words.keywords}>
          {chunk.keywords.map((keyword) => (
            <Badge key={keyword} variant="default" tt="none" fw={450}>
              {keyword}
            </Badge>
          ))}
        </div>
      )}
      {chunk.refs.length > 0 && (
        <div className={classes.path}>
          {words.refs}: {chunk.refs.join(", ")}
        </div>
      )}
    </li>
  );
}

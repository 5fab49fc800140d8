// The same question by words, by meaning and by both, side by side.
import { Button, SegmentedControl, Select, Skeleton, TextInput } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { IconSearch, IconZoomQuestion } from "@tabler/icons-react";
import { useState } from "react";
import { Link } from "wouter";
import { post } from "../api/client";
import type { RerankMode, SearchHit, SearchMode, SearchReply } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { Empty, Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { NARROW } from "../theme/media";
import { litPieces } from "./highlight";
import classes from "./SearchView.module.css";
import { knowledgeWords } from "./words";

const MODES: SearchMode[] = ["lexical", "semantic", "hybrid"];
const RERANKS: RerankMode[] = ["none", "keyword", "llm", "hybrid"];

export function SearchView() {
  const words = useWords(knowledgeWords);
  const [read, write] = useAddress();
  const question = read("q");
  const rerank = RERANKS.find((mode) => mode === read("rerank")) ?? "none";
  const [text, setText] = useState(question);
  const [shown, setShown] = useState<SearchMode>("hybrid");
  const isNarrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  return (
    <>
      <p className={classes.intro}>{words.searchIntro}</p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          write({ q: text.trim() });
        }}
      >
        <TextInput
          className={classes.field ?? ""}
          size="md"
          leftSection={<IconSearch size={17} />}
          placeholder={words.searchPlaceholder}
          aria-label={words.searchPlaceholder}
          value={text}
          maxLength={2000}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" size="md" disabled={!text.trim()}>
          {words.searchGo}
        </Button>
      </form>
      <Select
        mt="sm"
        w={320}
        maw="100%"
        label={words.rerank}
        allowDeselect={false}
        value={rerank}
        onChange={(value) => write({ rerank: value === "none" ? "" : (value ?? "") })}
        data={RERANKS.map((mode) => ({ value: mode, label: words.reranks[mode] }))}
      />
      {!question && <Empty icon={<IconZoomQuestion size={26} />} title={words.searchIdle} text={words.searchExample} />}
      {question && isNarrow && (
        <SegmentedControl mt="md" fullWidth value={shown} onChange={(value) => setShown(value as SearchMode)} data={MODES.map((mode) => ({ value: mode, label: words.modes[mode] }))} />
      )}
      {question && (
        <div className={classes.columns}>
          {MODES.filter((mode) => !isNarrow || mode === shown).map((mode) => (
            <Results key={mode} mode={mode} question={question} rerank={rerank} />
          ))}
        </div>
      )}
    </>
  );
}

function Results({ mode, question, rerank }: { mode: SearchMode; question: string; rerank: RerankMode }) {
  const words = useWords(knowledgeWords);
  const formats = useFormats();
  const found = useQuery({
    queryKey: ["search", mode, question, rerank],
    queryFn: ({ signal }) => post<SearchReply>("/api/search", { query: question, mode, rerank, limit: 10 }, { signal }),
    staleTime: 30_000,
  });
  const reply = found.data;
  const notices: Record<string, string> = words.searchNotices;
  return (
    <section className={classes.column} aria-label={words.modes[mode]}>
      <header>
        <h2>{words.modes[mode]}</h2>
        <small>{words.modeHints[mode]}</small>
      </header>
      {found.isPending && <Skeleton height={240} radius="md" />}
      {found.error && <Failure error={found.error} retry={() => void found.refetch()} />}
      {reply && (
        <>
          <p className={classes.summary}>
            {words.found(reply.totalFound)} {words.took(formats.duration(reply.executionTimeMs))}
            {reply.embeddingTimeMs > 0 && ` (${words.embeddingTook(formats.duration(reply.embeddingTimeMs))})`}
          </p>
          {reply.expandedQuery && (
            <p className={classes.summary}>
              {words.expanded}: <em>{reply.expandedQuery}</em>
            </p>
          )}
          {reply.notice && <p className={classes.notice}>{reply.notice.split(". ").map((notice) => notices[notice] ?? notice).join(". ")}</p>}
          {reply.results.length === 0 && <p className={classes.summary}>{words.nothingFound}</p>}
          <ol className={classes.hits}>
            {reply.results.map((hit) => (
              <Hit key={`${hit.chunk.fileId} ${hit.chunk.id}`} hit={hit} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const words = useWords(knowledgeWords);
  const formats = useFormats();
  const { chunk } = hit;
  const pieces = hit.highlights.length > 0 ? hit.highlights.slice(0, 2).map(litPieces) : [[{ text: chunk.text.slice(0, 260), isHit: false }]];
  return (
    <li className={classes.hit}>
      <div className={classes.head}>
        <Link href={`/knowledge/files/${chunk.fileId}?chunk=${chunk.index}`}>{chunk.fileName}</Link>
        {chunk.page != null && <small>{words.page(chunk.page)}</small>}
        <strong title={words.score}>{formats.decimal(hit.score, 3)}</strong>
      </div>
      {chunk.sectionPath.length > 0 && <div className={classes.path}>{chunk.sectionPath.join(" › ")}</div>}
      {pieces.map((piece, place) => (
        <p key={place} className={classes.text}>
          {piece.map((part, index) => (part.isHit ? <mark key={index}>{part.text}</mark> : part.text))}
        </p>
      ))}
      <div className={classes.scores}>
        {hit.lexicalScore != null && (
          <span>
            {words.scoreLexical} {formats.decimal(hit.lexicalScore, 2)}
          </span>
        )}
        {hit.semanticScore != null && (
          <span>
            {words.scoreSemantic} {formats.decimal(hit.semanticScore, 3)}
          </span>
        )}
      </div>
    </li>
  );
}

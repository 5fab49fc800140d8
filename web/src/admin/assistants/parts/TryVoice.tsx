import { Button, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { post } from "../../../api/client";
import { useWords } from "../../../i18n/language";
import { useProblemText } from "../../../parts/problem";
import classes from "./Parts.module.css";
import { marked, type Looked, type WholeVoice } from "./voice";
import { partWords } from "./words";

const LONGEST = 20_000;

/** What a model is told of a voice, and a text held against it. Not a form: it stands inside of one. */
export function TryVoice({ voice }: { voice: WholeVoice }) {
  const words = useWords(partWords).voice;
  const told = useProblemText();
  const [text, setText] = useState("");
  const asked = { voice, text };
  const looking = useMutation({ mutationFn: (body: typeof asked) => post<Looked>("/api/assistants/voice", body) });
  const isStale = looking.variables !== undefined && JSON.stringify(looking.variables) !== JSON.stringify(asked);
  return (
    <section className={classes.section} aria-label={words.try}>
      <h3>{words.try}</h3>
      <p className={classes.hint}>{words.tryText}</p>
      <div className={classes.stack}>
        <Textarea label={words.text} placeholder={words.textExample} autosize minRows={3} maxRows={12} maxLength={LONGEST} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <div className={classes.acts}>
          <Button variant="default" loading={looking.isPending} onClick={() => looking.mutate(asked)}>
            {words.tryIt}
          </Button>
          <span role="status" className={classes.hint}>
            {isStale && !looking.isPending ? words.stale : ""}
          </span>
        </div>
        {looking.error && (
          <Text role="alert" c="red">
            {told(looking.error)}
          </Text>
        )}
        <div role="status">{looking.data && !looking.isPending && <Seen looked={looking.data} text={looking.variables.text} />}</div>
      </div>
    </section>
  );
}

function Seen({ looked: { told, tokens, cut, findings }, text }: { looked: Looked; text: string }) {
  const words = useWords(partWords).voice;
  const kinds: Record<string, string> = words.kinds;
  return (
    <div className={classes.outcome}>
      {text.trim() !== "" && (
        <>
          <p className={classes.subhead}>{findings.length > 0 ? words.found(findings.length) : words.clean}</p>
          <p className={classes.quoted}>
            {marked(text, findings).map((piece, at) => (piece.finding ? <mark key={at}>{piece.text}</mark> : piece.text))}
          </p>
          <ul className={classes.findings}>
            {findings.map((finding) => (
              <li key={`${finding.at} ${finding.kind}`}>
                <span className={classes.verdict}>{kinds[finding.kind] ?? finding.kind}</span>
                <span>
                  <q>{finding.found}</q>
                  <span className={classes.hint}>{finding.advice}</span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.subhead}>
        {words.told} {told && <span className={classes.hint}>· {words.tokens(tokens)}</span>}
      </p>
      <p className={classes.quoted}>{told || words.toldNothing}</p>
      {cut && <p className={classes.warning}>{words.cut}</p>}
    </div>
  );
}

// The draft answers beside its editor, in a conversation like any other.
import { Button } from "@mantine/core";
import { IconMessagePlus } from "@tabler/icons-react";
import { useMemo, useState, type ReactNode } from "react";
import { keptInTab } from "../../../api/kept";
import { Conversation, type Trial } from "../../../chat/Conversation";
import { SourceDrawer } from "../../../chat/SourcePanel";
import { SourcesContext, type OpenSource } from "../../../chat/sources";
import { useLiveSession } from "../../../chat/useLiveSession";
import { useWords } from "../../../i18n/language";
import type { Detail } from "../own";
import classes from "./TryIt.module.css";
import { editorWords } from "./words";

interface Props {
  /** As it was saved. */
  saved: Detail;
  isUnsaved: boolean;
}

export function TryIt({ saved, isUnsaved }: Props) {
  const words = useWords(editorWords).trial;
  const target = saved.draft ? `${saved.name}.draft` : saved.name;
  const obstacle = saved.faults.length > 0 ? words.faulty : !saved.draft && !saved.enabled ? words.off : null;
  // Goes on after a reload; what is live is another one to talk to.
  const place = `conserje.trial.${target}`;
  const [sessions, setSessions] = useState<Readonly<Record<string, string | null>>>({});
  const session = place in sessions ? (sessions[place] ?? null) : keptInTab.read(place);
  const keep = (id: string | null) => {
    keptInTab.keep(place, id);
    setSessions((before) => ({ ...before, [place]: id }));
  };
  return (
    <section className={classes.trial} aria-label={words.title}>
      <header className={classes.head}>
        <h3>{words.title}</h3>
        {session && (
          <Button size="compact-sm" variant="subtle" leftSection={<IconMessagePlus size={15} />} onClick={() => keep(null)}>
            {words.anew}
          </Button>
        )}
        <p role="status">{isUnsaved ? words.unsaved : saved.draft ? words.draft : words.live}</p>
      </header>
      {obstacle ? (
        <p className={classes.obstacle}>{obstacle}</p>
      ) : (
        <Talk
          key={`${target} ${session ?? ""}`}
          target={target}
          session={session}
          placeholder={saved.draft ? words.placeholder : words.placeholderLive}
          hello={<p className={classes.hello}>{words.real}</p>}
          keep={keep}
        />
      )}
    </section>
  );
}

interface TalkProps {
  target: string;
  session: string | null;
  placeholder: string;
  hello: ReactNode;
  keep: (session: string | null) => void;
}

function Talk({ target, session, placeholder, hello, keep }: TalkProps) {
  const [live, state] = useLiveSession(session);
  const [source, setSource] = useState<OpenSource | null>(null);
  const sources = useMemo(() => ({ open: (citations: OpenSource["citations"], at: number) => setSource({ citations, place: at }) }), []);
  // Who answers is what is worked on, and nobody else.
  const choice = useMemo(() => ({ name: target, choose: () => undefined, settled: () => Promise.resolve() }), [target]);
  const trial: Trial = { place: `trial.${target}`, placeholder, hello, begun: keep, anew: () => keep(null) };
  return (
    <SourcesContext value={sources}>
      <Conversation live={live} state={state} choice={choice} openDialog={() => undefined} trial={trial} />
      {source && <SourceDrawer source={source} change={setSource} />}
    </SourcesContext>
  );
}

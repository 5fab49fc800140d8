// A conversation with its head, its sources at the side, and the place to write.
import { useMediaQuery } from "@mantine/hooks";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useWords } from "../i18n/language";
import { toast } from "../parts/Toasts";
import { useAccount } from "../shell/account";
import { PHONE } from "../theme/media";
import { ChatHead } from "./ChatHead";
import classes from "./ChatPage.module.css";
import { Conversation } from "./Conversation";
import { useChosenAssistant } from "./chosenAssistant";
import { loadTurns, SourcePanel } from "./later";
import { SourcesContext, type OpenSource } from "./sources";
import { useLiveSession } from "./useLiveSession";
import type { SessionDialog } from "./SessionMenu";
import { chatWords } from "./words";

/** Once the page has settled. */
const LOAD_TURNS_AFTER = 1500;

const NoModelBanner = lazy(() => import("../start/NoModelBanner"));

export function ChatPage({ id }: { id: string | null }) {
  // What belongs to one session does not outlive it on the screen.
  return <OneChat key={id ?? "new"} id={id} />;
}

function OneChat({ id }: { id: string | null }) {
  const [live, state] = useLiveSession(id);
  const { user } = useAccount();
  const choice = useChosenAssistant(id);
  const [source, setSource] = useState<OpenSource | null>(null);
  const [dialog, setDialog] = useState<SessionDialog | null>(null);
  const words = useWords(chatWords);
  useEffect(() => {
    if (state.caughtUp > 0) toast(words.caughtUp(state.caughtUp));
  }, [state.caughtUp, words]);
  // With what is said, not after it; and before somebody who begins a chat has written.
  useEffect(() => {
    const timer = setTimeout(() => void loadTurns(), id ? 0 : LOAD_TURNS_AFTER);
    return () => clearTimeout(timer);
  }, [id]);
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  const sources = useMemo(() => ({ open: (citations: OpenSource["citations"], place: number) => setSource({ citations, place }) }), []);
  return (
    <SourcesContext value={sources}>
      <div className={classes.page}>
        <div className={classes.talk}>
          {user.role === "owner" && (
            <Suspense>
              <NoModelBanner />
            </Suspense>
          )}
          <ChatHead id={id} state={state} choice={choice} isPhone={isPhone} dialog={dialog} setDialog={setDialog} />
          <Conversation live={live} state={state} choice={choice} openDialog={setDialog} />
        </div>
        <Suspense>{source && <SourcePanel source={source} change={setSource} />}</Suspense>
      </div>
    </SourcesContext>
  );
}

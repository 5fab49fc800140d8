import { ActionIcon, Tooltip } from "@mantine/core";
import { IconEdit, IconMenu2 } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { useSession } from "../api/queries";
import { useWords } from "../i18n/language";
import { persistently } from "../parts/persistently";
import { useOnNeed } from "../parts/useOnNeed";
import { AssistantPicker } from "./AssistantPicker";
import classes from "./ChatHead.module.css";
import type { Choice } from "./chosenAssistant";
import type { LiveState } from "./log/live";
import { SessionDialogs, SessionMenu, type SessionDialog } from "./SessionMenu";
import { chatWords } from "./words";

const CommandPalette = lazy(() => import("../shell/CommandPalette"));
const loadDrawer = () => persistently(() => import("./SideDrawer"));
const SideDrawer = lazy(loadDrawer);

interface Props {
  id: string | null;
  state: LiveState;
  choice: Choice;
  isPhone: boolean;
  dialog: SessionDialog | null;
  setDialog: (dialog: SessionDialog | null) => void;
}

export function ChatHead({ id, state, choice, isPhone, dialog, setDialog }: Props) {
  const words = useWords(chatWords);
  const session = useSession(id, state.connection !== "gone");
  const title = session.data?.title ?? words.untitled;
  return (
    <header className={classes.head}>
      {isPhone && <Sessions />}
      <h1 className={classes.title}>{title}</h1>
      {/* Whom a chat is with matters less on a phone than what it is about. */}
      <AssistantPicker choice={choice} isSmall={isPhone && id !== null} />
      <span className={classes.space} />
      {id && state.connection !== "gone" && <ConnectionDot state={state} />}
      {isPhone && id && (
        <ActionIcon component={Link} href="/chat" size="lg" aria-label={words.newChat}>
          <IconEdit size={19} stroke={1.7} />
        </ActionIcon>
      )}
      {session.data && (
        <>
          <SessionMenu session={session.data} />
          <SessionDialogs session={session.data} open={dialog} close={() => setDialog(null)} />
        </>
      )}
    </header>
  );
}

function ConnectionDot({ state }: { state: LiveState }) {
  const words = useWords(chatWords);
  const told = { live: words.live, lost: words.lost, loading: words.connecting, gone: words.gone, failed: words.lost }[state.connection];
  const isQuiet = state.connection === "live";
  return (
    <Tooltip label={told}>
      <span className={classes.state} role="status" data-connection={state.connection}>
        <span className={classes.dot} aria-hidden />
        <span className={isQuiet ? classes.hidden : undefined}>{told}</span>
      </span>
    </Tooltip>
  );
}

/** On a phone, the button for what else is at the side. */
function Sessions() {
  const words = useWords(chatWords);
  const [open, setOpen] = useState(false);
  const [palette, setPalette] = useState(false);
  const drawer = useOnNeed(open);
  return (
    <>
      <ActionIcon
        size="lg"
        aria-label={words.openSessions}
        onPointerDown={() => void loadDrawer()}
        onFocus={() => void loadDrawer()}
        onClick={() => setOpen(true)}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <Suspense>
        {drawer.isThere && (
          <SideDrawer
            isOpen={drawer.isOpen}
            onReady={drawer.onReady}
            close={() => setOpen(false)}
            onSearch={() => {
              setOpen(false);
              setPalette(true);
            }}
          />
        )}
        {palette && <CommandPalette close={() => setPalette(false)} />}
      </Suspense>
    </>
  );
}

// Who a person chose to answer. It is kept with the session; before there is one, in this tab.
import { useCallback, useRef, useState } from "react";
import { request } from "../api/client";
import { keptInTab } from "../api/kept";
import { KEYS, useAssistants, useRefresh, useSession } from "../api/queries";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";

const PLACE = "conserje.assistant.new";

export interface Choice {
  /** `null`: whoever fits. */
  name: string | null;
  choose: (name: string | null) => void;
  /** When the server has the last choice, or has refused it. */
  settled: () => Promise<void>;
}

export function useChosenAssistant(id: string | null): Choice {
  const session = useSession(id);
  const assistants = useAssistants();
  const refresh = useRefresh();
  const told = useProblemText();
  // What was chosen here goes before what is being read.
  const [chosen, setChosen] = useState<string | null | undefined>(() => (id ? undefined : keptInTab.read(PLACE)));
  const saving = useRef(Promise.resolve());
  const settled = useCallback(() => saving.current, []);
  const wanted = chosen === undefined ? (session.data?.assistant ?? null) : chosen;
  // One that was switched off since is nobody's choice any more.
  const isThere = assistants.data?.items.some((assistant) => assistant.name === wanted) ?? true;
  return {
    name: isThere ? wanted : null,
    choose(name) {
      setChosen(name);
      if (!id) return keptInTab.keep(PLACE, name);
      saving.current = request("PATCH", `/api/chat/sessions/${id}`, { body: { assistant: name } }).then(
        () => refresh(KEYS.sessions),
        (error: unknown) => {
          setChosen(undefined);
          toast(told(error), "problem");
        },
      );
    },
    settled,
  };
}

/** The next new chat begins with whoever fits. */
export function forgetChoice(): void {
  keptInTab.keep(PLACE, null);
}

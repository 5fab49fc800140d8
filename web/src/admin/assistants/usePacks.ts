import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post, request } from "../../api/client";
import { KEYS } from "../../api/queries";
import type { Agent, Pack, WhoAnswers } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import type { Choice } from "./choice";
import { assistantsWords } from "./words";

const PACKS = ["packs"];
const AGENTS = ["agents"];

interface Packs {
  items: Pack[];
}

/** All there are, also those that are off. */
export function usePacks() {
  return useQuery({ queryKey: PACKS, queryFn: ({ signal }) => get<Packs>("/api/packs", signal), select: (reply) => reply.items });
}

/** The agents of those that are on, by name. */
export function useAgents(): Map<string, Agent> {
  const agents = useQuery({ queryKey: AGENTS, queryFn: ({ signal }) => get<{ items: Agent[] }>("/api/agents", signal), select: (reply) => new Map(reply.items.map((agent) => [agent.name, agent])) });
  return agents.data ?? new Map();
}

interface Change {
  pack: string;
  choice: Choice;
  /** As it was: what takes it back. None if this does. */
  before: Choice | null;
  said: string;
}

/** Says something about an assistant; for as long as that is told, one click takes it back. */
export function useChoose({ isQuiet = false } = {}) {
  const words = useWords(assistantsWords);
  const told = useProblemText();
  const queries = useQueryClient();
  const put = ({ pack, choice }: Pick<Change, "pack" | "choice">) => request<Pack>("PUT", `/api/packs/${encodeURIComponent(pack)}`, { body: choice });
  function keep(changed: Pack) {
    queries.setQueryData<Packs>(PACKS, (known) => known && { ...known, items: known.items.map((pack) => (pack.name === changed.name ? changed : pack)) });
    for (const queryKey of [PACKS, AGENTS, KEYS.assistants]) void queries.invalidateQueries({ queryKey });
  }
  /** Also after the view is gone in which it was said. */
  async function takeBack(pack: string, choice: Choice) {
    try {
      keep(await put({ pack, choice }));
      toast(words.undone);
    } catch (error) {
      toast(told(error), "problem");
    }
  }
  return useMutation({
    mutationFn: (change: Change) => put(change),
    onSuccess(changed, { pack, before, said }) {
      keep(changed);
      toast(said, "news", before ? { label: words.undo, act: () => void takeBack(pack, before) } : undefined);
    },
    onError: (error) => {
      if (!isQuiet) toast(told(error), "problem");
    },
  });
}

export function useWhoAnswers() {
  return useMutation({ mutationFn: ({ message, assistant }: { message: string; assistant: string | null }) => post<WhoAnswers>("/api/assistants/choose", { message, ...(assistant ? { assistant } : {}) }) });
}

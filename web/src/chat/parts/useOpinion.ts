import { useQuery, useQueryClient } from "@tanstack/react-query";
import { get } from "../../api/client";
import type { Feedback, Message, Paged } from "../../api/types";

type Opinions = Record<string, Feedback | null>;

/** What the reader said of the answers of a session before; of later ones the page itself knows. */
async function opinionsOf(session: string, signal: AbortSignal): Promise<Opinions> {
  const opinions: Opinions = {};
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Paged<Message> = await get(`/api/chat/sessions/${session}/messages?limit=200${cursor && `&cursor=${cursor}`}`, signal);
    for (const message of page.items) if (message.feedback) opinions[message.id] = message.feedback;
    cursor = page.nextCursor ?? null;
  }
  return opinions;
}

export function useOpinion(session: string, message: string): [Feedback | null, (opinion: Feedback | null) => void] {
  const queries = useQueryClient();
  const queryKey = ["opinions", session];
  const opinions = useQuery({ queryKey, queryFn: ({ signal }) => opinionsOf(session, signal), staleTime: Infinity });
  function keep(opinion: Feedback | null) {
    queries.setQueryData<Opinions>(queryKey, (before) => ({ ...before, [message]: opinion }));
    // A reading on its way may be from before, and would take this back.
    void queries.invalidateQueries({ queryKey });
  }
  return [opinions.data?.[message] ?? null, keep];
}

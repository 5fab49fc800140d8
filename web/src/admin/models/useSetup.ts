import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, request } from "../../api/client";
import { KEYS } from "../../api/queries";
import type { ModelsSetup, ModelsVersion, NearbyServer } from "../../api/types";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";

const SETUP = [...KEYS.models, "setup"];

/** What can be asked and what is set up; looked at again, for models fail and recover. */
export function useSetup() {
  return useQuery({ queryKey: SETUP, queryFn: ({ signal }) => get<ModelsSetup>("/api/models/setup", signal), refetchInterval: 15_000 });
}

export function useVersions() {
  return useQuery({ queryKey: [...KEYS.models, "versions"], queryFn: ({ signal }) => get<{ items: ModelsVersion[] }>("/api/models/versions", signal), select: (reply) => reply.items });
}

/** Model servers on the machine itself. */
export function useNearby(enabled: boolean): NearbyServer[] {
  const nearby = useQuery({ queryKey: ["nearby-models"], queryFn: ({ signal }) => get<{ items: NearbyServer[] }>("/api/models/nearby", signal), enabled, staleTime: 30_000 });
  return nearby.data?.items ?? [];
}

interface Change {
  method: "PUT" | "POST" | "DELETE";
  path: string;
  body?: unknown;
  /** What is said once it is in force. */
  said: string | ((setup: ModelsSetup) => string);
}

/** Changes something and shows what is in force then; what went wrong is told, unless somebody else tells it. */
export function useChange({ isQuiet = false } = {}) {
  const queries = useQueryClient();
  const told = useProblemText();
  return useMutation({
    mutationFn: ({ method, path, body }: Change) => request<ModelsSetup>(method, `/api/models/${path}`, body === undefined ? {} : { body }),
    onSuccess(setup, { said }) {
      queries.setQueryData(SETUP, setup);
      void queries.invalidateQueries({ queryKey: KEYS.models });
      toast(typeof said === "string" ? said : said(setup));
    },
    onError: (error) => {
      if (!isQuiet) toast(told(error), "problem");
    },
  });
}

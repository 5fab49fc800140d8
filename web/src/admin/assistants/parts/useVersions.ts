import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { get, post } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { ModelsVersion } from "../../../api/types";
import { useProblemText } from "../../../parts/problem";
import { toast } from "../../../parts/Toasts";
import type { Detail } from "../own";
import { pathOf, readAgain } from "../useOwn";

export type Version = ModelsVersion;
export type VersionWithFiles = components["schemas"]["AssistantVersionReply"];

export function useVersions(name: string) {
  return useQuery({ queryKey: ["own-assistants", "versions", name], queryFn: ({ signal }) => get<{ items: Version[] }>(`${pathOf(name)}/versions`, signal), select: (reply) => reply.items });
}

/** Its files; what was live once does not change. */
export function useVersion(name: string, version: number | null) {
  return useQuery({
    queryKey: ["own-assistants", "version", name, version],
    queryFn: ({ signal }) => get<VersionWithFiles>(`${pathOf(name)}/versions/${version ?? 0}`, signal),
    enabled: version !== null,
    staleTime: Infinity,
  });
}

export function useRestore(name: string, restored: (version: number) => void) {
  const queries = useQueryClient();
  const told = useProblemText();
  return useMutation({
    mutationFn: (version: number) => post<Detail>(`${pathOf(name)}/versions/${version}/restore`),
    onSuccess(_, version) {
      readAgain(queries);
      restored(version);
    },
    onError: (error) => toast(told(error), "problem"),
  });
}

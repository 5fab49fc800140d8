import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { get } from "../api/client";
import { KEYS, useModels } from "../api/queries";
import type { FileEntry, Paged, User } from "../api/types";
import { useCatalogue } from "../desk/queries";
import { stepsOf, type Step } from "./steps";

/** What could not be asked is not told. */
function answerOf<T, A>({ data, isError }: UseQueryResult<T>, read: (data: T) => A): A | null | undefined {
  if (data !== undefined) return read(data);
  return isError ? null : undefined;
}

export function useSteps(): Step[] | null {
  const files = useQuery({ queryKey: [...KEYS.files, "any"], queryFn: ({ signal }) => get<Paged<FileEntry>>("/api/files?limit=1", signal) });
  const models = useModels();
  const catalogue = useCatalogue();
  const users = useQuery({ queryKey: KEYS.users, queryFn: ({ signal }) => get<Paged<User>>("/api/users", signal) });
  return stepsOf({
    hasDocuments: answerOf(files, ({ items }) => items.length > 0),
    hasModel: answerOf(models, ({ isConfigured }) => isConfigured),
    hasBusiness: answerOf(catalogue, (found) => found !== null),
    people: answerOf(users, ({ items }) => items.filter((user) => user.role !== "guest").length),
  });
}

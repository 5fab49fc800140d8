// State in the address bar, so that a view can be sent, bookmarked and gone back to.
import { useCallback } from "react";
import { useSearchParams } from "wouter";

export function useAddress(): [(name: string) => string, (values: Record<string, string>) => void] {
  const [search, setSearch] = useSearchParams();
  const read = useCallback((name: string) => search.get(name) ?? "", [search]);
  const write = useCallback(
    (values: Record<string, string>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(values)) {
            if (value) next.set(name, value);
            else next.delete(name);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [read, write];
}

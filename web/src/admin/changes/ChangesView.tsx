import { Button, Select, Skeleton } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { get, query } from "../../api/client";
import type { Paged, SetupChange } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { DataTable, type Column } from "../../parts/DataTable";
import { Failure } from "../../parts/State";
import { useAddress } from "../../parts/useAddress";
import { When } from "../../parts/When";
import { partsWords } from "../../parts/words";
import { changesWords } from "./words";

const PARTS = ["models", "assistant", "pack", "settings", "site", "channel", "mcp_server", "api_key", "user", "tenant"] as const satisfies SetupChange["part"][];

/** Everything that was set up, by whom and when. */
export function ChangesView() {
  const words = useWords(changesWords);
  const parts = useWords(partsWords);
  const [read, write] = useAddress();
  const part = read("part") || null;
  const changes = useInfiniteQuery({
    queryKey: ["changes", part],
    queryFn: ({ pageParam, signal }) => get<Paged<SetupChange>>(`/api/settings/changes${query({ part, cursor: pageParam, limit: 100 })}`, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor ?? null,
  });
  const who = (change: SetupChange) => {
    const name = change.madeBy ? (change.madeByName ?? words.bySomebody) : words.byNobody;
    return change.apiKeyId ? `${name} (${words.byKey})` : name;
  };
  const what = (change: SetupChange) => [words.parts[change.part], change.name].filter(Boolean).join(" ");
  const fields = (change: SetupChange) => [change.fields.join(", "), change.note && `(${change.note})`].filter(Boolean).join(" ");
  const columns: Column<SetupChange>[] = [
    { key: "when", label: words.when, value: (change) => change.madeAt, show: (change) => <When at={change.madeAt} /> },
    {
      key: "what",
      label: words.part,
      value: what,
      show: (change) => (
        <>
          {words.parts[change.part]} {change.name && <strong>{change.name}</strong>}
        </>
      ),
    },
    { key: "act", label: words.act, value: (change) => words.acts[change.act] },
    { key: "fields", label: words.fields, value: fields },
    { key: "who", label: words.who, value: who },
  ];
  if (changes.isPending) return <Skeleton height={240} radius="lg" />;
  if (changes.error && !changes.data) return <Failure error={changes.error} retry={() => void changes.refetch()} />;
  const found = changes.data.pages.flatMap((page) => page.items);
  return (
    <>
      <p className={operate.intro}>{words.intro}</p>
      <DataTable
        name="changes"
        label={words.changes}
        columns={columns}
        rows={found}
        rowKey={(change) => `${change.madeAt} ${change.part} ${change.subject} ${change.act} ${change.fields.join(",")}`}
        toolbar={
          <Select
            w={220}
            clearable
            clearButtonProps={{ "aria-label": words.anyPart }}
            aria-label={words.part}
            placeholder={words.anyPart}
            value={part}
            onChange={(value) => write({ part: value ?? "" })}
            data={PARTS.map((value) => ({ value, label: words.parts[value] }))}
          />
        }
      />
      {found.length === 0 && <p className={operate.soft}>{words.none}</p>}
      {changes.hasNextPage && (
        <Button variant="default" mt="md" loading={changes.isFetchingNextPage} onClick={() => void changes.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
    </>
  );
}

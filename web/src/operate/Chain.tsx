import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconLink, IconLinkOff } from "@tabler/icons-react";
import { get, query } from "../api/client";
import type { Verified } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { Failure } from "../parts/State";
import { useMay } from "../shell/account";
import classes from "./Operate.module.css";
import { operateWords } from "./words";

/** Whether the record is what it was: of one chat, or of all. */
export function Chain({ session }: { session?: string }) {
  const words = useWords(operateWords);
  const formats = useFormats();
  const may = useMay();
  const verified = useQuery({
    queryKey: ["verified", session ?? null],
    queryFn: ({ signal }) => get<Verified>(`/api/audit/verify${query({ session })}`, signal),
    enabled: may("audit:read"),
    staleTime: 15_000,
  });
  if (!may("audit:read")) return null;
  if (verified.error) return <Failure error={verified.error} retry={() => void verified.refetch()} />;
  if (!verified.data) return <span className={classes.chain}>{words.chainChecking}</span>;
  const { breaks } = verified.data;
  const first = breaks[0];
  const whole = words.chainIntact(formats.number(verified.data.events), formats.number(verified.data.sessions));
  return (
    <div className={classes.row}>
      <span className={classes.chain} data-state={first ? "broken" : "intact"}>
        {first ? <IconLinkOff size={16} /> : <IconLink size={16} />}
        {first ? (session ? words.sessionBroken(first.sequenceNumber) : words.chainBroken(breaks.length)) : session ? words.sessionIntact : whole}
        {!session && verified.data.erased > 0 && ` · ${words.chainErased(verified.data.erased)}`}
      </span>
      <Button size="compact-sm" variant="subtle" color="gray" loading={verified.isFetching} onClick={() => void verified.refetch()}>
        {words.checkChain}
      </Button>
    </div>
  );
}

// The free times of a day, to choose one.
import { Button, Loader, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get, query } from "../../api/client";
import { isDay } from "../../i18n/format";
import { useWords } from "../../i18n/language";
import { Failure } from "../../parts/State";
import desk from "../Desk.module.css";
import type { Slot } from "../types";
import { deskWords } from "../words";
import { timeOf } from "./layout";

export interface Wish {
  branch?: string | null | undefined;
  service?: string | null | undefined;
  staff?: string | null | undefined;
  moving?: string | null | undefined;
}

interface Props {
  wish: Wish;
  first: string;
  chosen: Slot | null;
  choose: (slot: Slot | null) => void;
}

export function FreeTimes({ wish, first, chosen, choose }: Props) {
  const words = useWords(deskWords);
  const [day, setDay] = useState(first);
  const free = useQuery({
    queryKey: ["desk", "slots", day, wish],
    queryFn: ({ signal }) => get<{ items: Slot[] }>(`/api/desk/slots${query({ from: day, ...wish })}`, signal),
    // Each hour once; who does it is settled when it is taken.
    select: (reply) => reply.items.filter((slot, place, all) => all.findIndex((other) => other.start === slot.start && other.branchId === slot.branchId) === place),
  });
  const places = new Set(free.data?.map((slot) => slot.branchId)).size;
  return (
    <div>
      <TextInput
        type="date"
        label={words.date}
        value={day}
        onChange={(event) => {
          if (!isDay(event.currentTarget.value)) return;
          setDay(event.currentTarget.value);
          choose(null);
        }}
      />
      <div className={desk.times} role="group" aria-label={words.time}>
        {free.isPending && <Loader size="sm" aria-label={words.time} />}
        {free.error && <Failure error={free.error} retry={() => void free.refetch()} />}
        {free.data?.length === 0 && <p className={desk.soft}>{words.noTimes}</p>}
        {free.data?.map((slot) => {
          const isChosen = chosen?.start === slot.start && chosen.branchId === slot.branchId;
          return (
            <Button key={`${slot.start} ${slot.branchId}`} size="xs" variant={isChosen ? "filled" : "default"} aria-pressed={isChosen} onClick={() => choose(slot)}>
              {timeOf(slot.start)}
              {places > 1 && ` · ${slot.branchName}`}
            </Button>
          );
        })}
      </div>
    </div>
  );
}

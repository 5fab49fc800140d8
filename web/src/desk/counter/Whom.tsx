// Whom something is for: somebody known, found by name or telephone, or somebody new.
import { Anchor, SegmentedControl, Select, Stack, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useWords } from "../../i18n/language";
import desk from "../Desk.module.css";
import { useCustomers } from "../queries";
import type { Customer } from "../types";
import { deskWords } from "../words";
import type { Said } from "./said";

interface Props {
  said: Said;
  say: (said: Said) => void;
}

export function Whom({ said, say }: Props) {
  const words = useWords(deskWords);
  const [search, setSearch] = useState("");
  const [wanted] = useDebouncedValue(said.kind === "known" ? search : digitsOf(said.phone), 200);
  const customers = useCustomers(wanted);
  const items = customers.data?.items ?? [];
  // Whoever has the number that is being typed need not be made again.
  const same = said.kind === "new" && digitsOf(said.phone).length >= 7 && wanted === digitsOf(said.phone) ? items.find((one) => one.phone) : undefined;
  const label = (one: Customer) => [one.name ?? words.unknown, one.phone ?? one.email].filter(Boolean).join(" · ");
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={words.customer}
        value={said.kind}
        onChange={(kind) => say({ ...said, kind: kind === "known" ? "known" : "new" })}
        data={[
          { value: "new", label: words.newCustomer },
          { value: "known", label: words.counter.known },
        ]}
      />
      {said.kind === "known" ? (
        <Select
          label={words.customer}
          placeholder={words.search}
          searchable
          required
          withAsterisk={false}
          value={said.id}
          onChange={(id) => say({ ...said, id })}
          searchValue={search}
          onSearchChange={setSearch}
          filter={({ options }) => options}
          nothingFoundMessage={words.noCustomers}
          data={withChosen(items, said).map((one) => ({ value: one.id, label: label(one) }))}
        />
      ) : (
        <>
          <div className={desk.pair}>
            <TextInput label={words.name} required withAsterisk={false} maxLength={200} data-autofocus value={said.name} onChange={(event) => say({ ...said, name: event.currentTarget.value })} />
            <TextInput label={words.phone} type="tel" maxLength={40} value={said.phone} onChange={(event) => say({ ...said, phone: event.currentTarget.value })} />
          </div>
          {same && (
            <Text size="sm" role="status">
              {words.counter.isKnown(same.name ?? words.unknown)}{" "}
              <Anchor component="button" type="button" inherit underline="always" onClick={() => say({ ...said, kind: "known", id: same.id, chosen: same })}>
                {words.counter.useThem(same.name ?? words.unknown)}
              </Anchor>
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Whoever was chosen before they were looked for is among those who can be. */
function withChosen(items: Customer[], said: Said): Customer[] {
  const { chosen } = said;
  return chosen && chosen.id === said.id && !items.some((one) => one.id === chosen.id) ? [chosen, ...items] : items;
}

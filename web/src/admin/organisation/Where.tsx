import { Button, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useFormats, useWords } from "../../i18n/language";
import classes from "./Organisation.module.css";
import { currenciesWith, isFound, UTC, zonesWith } from "./places";
import type { Draft } from "./settings";
import { organisationWords } from "./words";

const ZONES = Intl.supportedValuesOf("timeZone");
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Side by side, hints of any length leave the fields in one line. */
const BELOW: ("label" | "input" | "description" | "error")[] = ["label", "input", "description", "error"];

interface Props {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
}

/** Where the organisation's days begin, and what it counts in. */
export function Where({ draft, change }: Props) {
  return (
    <div className={classes.pair}>
      <TimeZone draft={draft} change={change} />
      <Currency draft={draft} change={change} />
    </div>
  );
}

function TimeZone({ draft: { timeZone }, change }: Props) {
  const words = useWords(organisationWords);
  const zones = useMemo(() => zonesWith(timeZone, ZONES), [timeZone]);
  const choose = (zone: string) => change({ timeZone: zone === UTC ? null : zone });
  return (
    <div>
      <Select
        label={words.timeZone}
        description={words.timeZoneHint}
        inputWrapperOrder={BELOW}
        searchable
        allowDeselect={false}
        value={timeZone ?? UTC}
        onChange={(zone) => zone && choose(zone)}
        data={zones}
        filter={({ options, search }) => options.filter((option) => "label" in option && isFound(option.label, search))}
        nothingFoundMessage={words.noZone}
      />
      {HERE !== (timeZone ?? UTC) && (
        <Button className={classes.under ?? ""} size="compact-sm" variant="subtle" onClick={() => choose(HERE)}>
          {words.fromBrowser(HERE.replaceAll("_", " "))}
        </Button>
      )}
    </div>
  );
}

function Currency({ draft: { currency }, change }: Props) {
  const words = useWords(organisationWords);
  const formats = useFormats();
  const [typed, type] = useState("");
  return (
    <Select
      label={words.currency}
      description={words.currencyHint}
      inputWrapperOrder={BELOW}
      searchable
      allowDeselect={false}
      value={currency}
      onChange={(code) => code && change({ currency: code })}
      onSearchChange={type}
      data={currenciesWith(currency, typed, formats.currency)}
      nothingFoundMessage={words.noCurrency}
    />
  );
}

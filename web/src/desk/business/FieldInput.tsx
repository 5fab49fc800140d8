// One field of a form, by its kind.
import { ActionIcon, Button, MultiSelect, NumberInput, Select, Switch, Textarea, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useLanguage, useWords } from "../../i18n/language";
import desk from "../Desk.module.css";
import type { Both, Catalogue, Week } from "../types";
import { deskWords } from "../words";
import type { Field } from "./fields";

interface Props {
  field: Field;
  catalogue: Catalogue;
  value: unknown;
  change: (value: unknown) => void;
  /** What is wrong with it, as the server says. */
  fault?: string | undefined;
}

const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export function FieldInput({ field, catalogue, value, change, fault }: Props) {
  const words = useWords(deskWords);
  const { language } = useLanguage();
  const label = words.fields[field.name];
  const needed = { required: field.isNeeded ?? false, withAsterisk: false, error: fault };
  const nameOf = (name: Both) => (language === "en" ? (name.en ?? name.es) : name.es);
  switch (field.kind) {
    case "line":
      return <TextInput label={label} {...needed} value={String(value ?? "")} onChange={(event) => change(event.currentTarget.value)} />;
    case "amount":
      return <TextInput label={label} {...needed} inputMode="decimal" pattern="[0-9]+(\.[0-9]+)?" value={String(value ?? "")} onChange={(event) => change(event.currentTarget.value)} />;
    case "number":
      return <NumberInput label={label} {...needed} allowDecimal={false} min={0} max={1_000_000} value={typeof value === "number" ? value : ""} onChange={(next) => change(next === "" ? undefined : Number(next))} />;
    case "people":
      return <PeopleInput label={label} value={value} change={change} fault={fault} />;
    case "switch":
      return <Switch label={label} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
    case "words":
      return (
        <TextInput
          label={label}
          value={((value as string[] | undefined) ?? []).join(", ")}
          onChange={(event) => change(event.currentTarget.value === "" ? [] : event.currentTarget.value.split(/,\s*/))}
        />
      );
    case "branch":
      return (
        <Select label={label} clearable placeholder={words.everywhere} error={fault} value={(value as string | undefined) ?? null} onChange={(next) => change(next ?? undefined)} data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />
      );
    case "day":
      return <TextInput type="date" label={label} {...needed} value={String(value ?? "")} onChange={(event) => change(event.currentTarget.value)} />;
    case "numbers":
      return <NumbersInput label={label} description={words.emergencyHint} value={value} change={change} />;
    case "branches":
      return <MultiSelect label={label} {...needed} value={(value as string[] | undefined) ?? []} onChange={change} data={catalogue.branches.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />;
    case "services":
      return <MultiSelect label={label} searchable value={(value as string[] | undefined) ?? []} onChange={change} data={catalogue.services.map((one) => ({ value: one.id, label: nameOf(one.value.name) }))} />;
    case "both":
    case "paragraph":
      return <BothInput field={field} value={value} change={change} fault={fault} />;
    case "week":
      return (
        <fieldset className={desk.group}>
          <legend>{label}</legend>
          <WeekInput week={(value as Week | undefined) ?? {}} change={change} name={label} />
        </fieldset>
      );
    case "schedules":
      return <Schedules catalogue={catalogue} value={(value as Record<string, Week> | undefined) ?? {}} change={change} />;
    case "special":
      return <SpecialDays value={(value as Special[] | undefined) ?? []} change={change} />;
    case "leave":
      return <Leave value={(value as Away[] | undefined) ?? []} change={change} />;
  }
}

interface PartySize {
  from?: number | undefined;
  to?: number | undefined;
}

/** How many one booking may be for; empty is any number. */
function PeopleInput({ label, value, change, fault }: { label: string; value: unknown; change: Props["change"]; fault: string | undefined }) {
  const words = useWords(deskWords);
  const size = (value as PartySize | undefined) ?? {};
  const number = (end: "from" | "to") => ({
    label: `${label} (${end === "from" ? words.fewest : words.most})`,
    allowDecimal: false,
    min: 1,
    max: 500,
    clampBehavior: "none" as const,
    value: size[end] ?? "",
    onChange: (next: string | number) => change({ ...size, [end]: next === "" ? undefined : Number(next) }),
  });
  return (
    <div className={desk.pair}>
      <NumberInput {...number("from")} error={fault !== undefined} />
      <NumberInput {...number("to")} error={fault} />
    </div>
  );
}

interface Line {
  number: string;
  label?: Both;
}

/** "911, toxicología: 800 555 0100". */
function numbersText(value: unknown): string {
  if (typeof value === "string") return value;
  const lines = (value as Line[] | undefined) ?? [];
  return lines.map((line) => (line.label ? `${line.label.es}: ${line.number}` : line.number)).join(", ");
}

function NumbersInput({ label, description, value, change }: { label: string; description: string; value: unknown; change: Props["change"] }) {
  const [before] = useState(value); // as it was when the field was opened: what is typed in between has lost its English
  return <TextInput label={label} description={description} defaultValue={numbersText(before)} onChange={(event) => change(numbersOf(event.currentTarget.value, before))} />;
}

/** The field shows Spanish labels; a label whose Spanish stays keeps its English. */
function numbersOf(text: string, before: unknown): Line[] {
  const known = Array.isArray(before) ? (before as Line[]).flatMap((line) => line.label ?? []) : [];
  const parts = text.split(",").filter((part) => part.trim() !== "");
  return parts.map((part) => {
    const at = part.indexOf(":");
    if (at < 0) return { number: part.trim() };
    const es = part.slice(0, at).trim();
    return { number: part.slice(at + 1).trim(), label: known.find((label) => label.es === es) ?? { es } };
  });
}

function BothInput({ field, value, change, fault }: Omit<Props, "catalogue">) {
  const words = useWords(deskWords);
  const both: Partial<Both> = typeof value === "string" ? { es: value } : ((value as Both | undefined) ?? {});
  const Input = field.kind === "paragraph" ? Textarea : TextInput;
  const size = field.kind === "paragraph" ? { autosize: false, rows: 3 } : {};
  return (
    <div className={desk.pair}>
      <Input
        label={`${words.fields[field.name]} (${words.spanish})`}
        required={field.isNeeded ?? false}
        withAsterisk={false}
        error={fault}
        {...size}
        value={both.es ?? ""}
        onChange={(event: { currentTarget: { value: string } }) => change({ ...both, es: event.currentTarget.value })}
      />
      <Input label={`${words.fields[field.name]} (${words.english})`} {...size} value={both.en ?? ""} onChange={(event: { currentTarget: { value: string } }) => change({ ...both, en: event.currentTarget.value })} />
    </div>
  );
}

const asText = (hours: string[] | undefined) => (hours ?? []).join(", ");
const asHours = (text: string) => (text.trim() === "" ? [] : text.split(/,\s*/));

function WeekInput({ week, change, name }: { week: Week; change: (week: Week) => void; name: string }) {
  const words = useWords(deskWords);
  return (
    <>
      <span className={desk.soft}>{words.hoursHint}</span>
      {DAYS.map((day) => (
        <div key={day} className={desk.weekday}>
          <span>{words.weekdays[day]}</span>
          <TextInput size="xs" aria-label={`${name}: ${words.weekdays[day]}`} placeholder={words.closed} value={asText(week[day])} onChange={(event) => change({ ...week, [day]: asHours(event.currentTarget.value) })} />
        </div>
      ))}
    </>
  );
}

function Schedules({ catalogue, value, change }: { catalogue: Catalogue; value: Record<string, Week>; change: (value: unknown) => void }) {
  const words = useWords(deskWords);
  const { language } = useLanguage();
  const nameOf = (id: string) => {
    const name = catalogue.branches.find((one) => one.id === id)?.value.name;
    return id === "*" ? words.allOthers : name ? (language === "en" ? (name.en ?? name.es) : name.es) : id;
  };
  const places = Object.keys(value);
  return (
    <fieldset className={desk.group}>
      <legend>{words.fields.schedules}</legend>
      {places.length === 0 && <p className={desk.soft}>{words.asBranch}</p>}
      {places.map((place) => (
        <div key={place}>
          <Group title={nameOf(place)} remove={() => change(Object.fromEntries(Object.entries(value).filter(([other]) => other !== place)))} />
          <WeekInput week={value[place] ?? {}} change={(week) => change({ ...value, [place]: week })} name={nameOf(place)} />
        </div>
      ))}
      <div className={desk.row}>
        {["*", ...catalogue.branches.map((one) => one.id)]
          .filter((place) => !places.includes(place))
          .map((place) => (
            <Button key={place} size="compact-xs" variant="default" onClick={() => change({ ...value, [place]: {} })}>
              {words.addHours}: {nameOf(place)}
            </Button>
          ))}
      </div>
    </fieldset>
  );
}

function Group({ title, remove }: { title: string; remove: () => void }) {
  const words = useWords(deskWords);
  return (
    <div className={desk.ticketHead}>
      <strong>{title}</strong>
      <ActionIcon variant="subtle" color="gray" aria-label={`${words.remove}: ${title}`} onClick={remove}>
        <IconTrash size={16} />
      </ActionIcon>
    </div>
  );
}

interface Special {
  date: string;
  name: Both | string;
  hours?: string[];
}

function SpecialDays({ value, change }: { value: Special[]; change: (value: unknown) => void }) {
  const words = useWords(deskWords);
  const put = (place: number, next: Partial<Special>) => change(value.map((one, other) => (other === place ? { ...one, ...next } : one)));
  return (
    <fieldset className={desk.group}>
      <legend>{words.fields.special}</legend>
      {value.map((day, place) => {
        const name = typeof day.name === "string" ? { es: day.name } : day.name;
        return (
          <div key={place} className={desk.row}>
            <TextInput size="xs" type="date" label={words.date} required withAsterisk={false} value={day.date} onChange={(event) => put(place, { date: event.currentTarget.value })} />
            <TextInput size="xs" className={desk.grow ?? ""} label={words.name} required withAsterisk={false} value={name.es} onChange={(event) => put(place, { name: { ...name, es: event.currentTarget.value } })} />
            <TextInput size="xs" className={desk.grow ?? ""} label={words.fields.hours} placeholder={words.closed} value={asText(day.hours)} onChange={(event) => put(place, { hours: asHours(event.currentTarget.value) })} />
            <ActionIcon variant="subtle" color="gray" aria-label={`${words.remove}: ${day.date}`} onClick={() => change(value.filter((_, other) => other !== place))}>
              <IconTrash size={16} />
            </ActionIcon>
          </div>
        );
      })}
      <Button mt="sm" size="compact-xs" variant="default" onClick={() => change([...value, { date: "", name: { es: "" }, hours: [] }])}>
        {words.addDay}
      </Button>
    </fieldset>
  );
}

interface Away {
  first: string;
  last: string;
}

function Leave({ value, change }: { value: Away[]; change: (value: unknown) => void }) {
  const words = useWords(deskWords);
  const put = (place: number, next: Partial<Away>) => change(value.map((one, other) => (other === place ? { ...one, ...next } : one)));
  return (
    <fieldset className={desk.group}>
      <legend>{words.fields.leave}</legend>
      {value.map((away, place) => (
        <div key={place} className={desk.row}>
          <TextInput size="xs" type="date" label={words.first} required withAsterisk={false} value={away.first} onChange={(event) => put(place, { first: event.currentTarget.value })} />
          <TextInput size="xs" type="date" label={words.last} required withAsterisk={false} value={away.last} onChange={(event) => put(place, { last: event.currentTarget.value })} />
          <ActionIcon variant="subtle" color="gray" aria-label={`${words.remove}: ${away.first}`} onClick={() => change(value.filter((_, other) => other !== place))}>
            <IconTrash size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button mt="sm" size="compact-xs" variant="default" onClick={() => change([...value, { first: "", last: "" }])}>
        {words.addLeave}
      </Button>
    </fieldset>
  );
}

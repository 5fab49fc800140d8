import { ActionIcon, Button, Select, TextInput } from "@mantine/core";
import { IconSearch, IconX } from "@tabler/icons-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useNames } from "../../../api/names";
import { useFormats, useLanguage, useWords } from "../../../i18n/language";
import { titlesOf } from "../choice";
import classes from "./Examples.module.css";
import { cellOf, changed, intentsOf, LANGUAGE_TAGS, newRow, type Cell, type Row } from "./examples";
import parts from "./Parts.module.css";
import { partWords } from "./words";

interface Props {
  rows: Row[];
  agents: string[];
  change: (rows: Row[]) => void;
}

export function ExampleRows({ rows, agents, change }: Props) {
  const words = useWords(partWords).examples;
  const formats = useFormats();
  const intentsId = useId();
  const [sought, setSought] = useState("");
  // What is being changed stays in sight, also when it no longer fits what is sought.
  const [held, hold] = useState<number[]>([]);
  const titles = titlesOf(agents, useNames().agent);
  function put(at: number, cell: Cell, text: string) {
    if (!held.includes(at)) hold([...held, at]);
    change(rows.map((row, other) => (other === at ? changed(row, cell, text) : row)));
  }
  function seek(text: string) {
    hold([]);
    setSought(text);
  }
  function remove(at: number) {
    hold([]);
    change(rows.filter((_, other) => other !== at));
  }
  const fits = (row: Row) => [cellOf(row, "text"), titles.get(cellOf(row, "agent")) ?? "", cellOf(row, "intent")].some((text) => text.toLowerCase().includes(sought.trim().toLowerCase()));
  const shown = rows.map((row, at) => ({ row, at })).filter(({ row, at }) => held.includes(at) || fits(row));
  return (
    <>
      <datalist id={intentsId}>
        {intentsOf(rows).map((intent) => (
          <option key={intent} value={intent} />
        ))}
      </datalist>
      {rows.length === 0 ? (
        <p className={parts.hint}>{words.none}</p>
      ) : (
        <>
          <div className={classes.bar}>
            <TextInput className={classes.find ?? ""} aria-label={words.find} placeholder={words.find} leftSection={<IconSearch size={16} />} value={sought} onChange={(event) => seek(event.currentTarget.value)} />
            <span role="status" className={classes.count}>
              {words.shown(formats.number(shown.length), formats.number(rows.length))}
            </span>
          </div>
          <div className={classes.frame}>
            <table className={classes.rows} aria-label={words.title}>
              <thead>
                <tr>
                  <th>{words.says}</th>
                  <th>{words.agent}</th>
                  <th>{words.intent}</th>
                  <th>{words.language}</th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {shown.map(({ row, at }) => (
                  <ExampleRow key={at} row={row} number={at + 1} titles={titles} intentsId={intentsId} put={(cell, text) => put(at, cell, text)} remove={() => remove(at)} />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <NewRow titles={titles} intentsId={intentsId} add={(row) => change([...rows, row])} />
    </>
  );
}

interface RowProps {
  row: Row;
  number: number;
  titles: Map<string, string>;
  intentsId: string;
  put: (cell: Cell, text: string) => void;
  remove: () => void;
}

function ExampleRow({ row, number, titles, intentsId, put, remove }: RowProps) {
  const words = useWords(partWords).examples;
  const line = (cell: Cell, what: string, list?: string) => (
    <input className={classes.cell} aria-label={words.nth(what, number)} list={list} value={cellOf(row, cell)} onChange={(event) => put(cell, event.currentTarget.value)} />
  );
  const choice = (cell: Cell, what: string, known: [string, string][]) => {
    const value = cellOf(row, cell);
    const isThere = known.some(([one]) => one === value);
    return (
      <select className={classes.cell} aria-label={words.nth(what, number)} data-wrong={!isThere || undefined} value={value} onChange={(event) => put(cell, event.currentTarget.value)}>
        {/* Of an agent that was renamed, or of a language that is not spoken here. */}
        {!isThere && <option value={value}>{value ? words.notThere(value) : words.nobody}</option>}
        {known.map(([one, label]) => (
          <option key={one} value={one}>
            {label}
          </option>
        ))}
      </select>
    );
  };
  return (
    <tr>
      <td>{line("text", words.says)}</td>
      <td>{choice("agent", words.agent, [...titles])}</td>
      <td>{line("intent", words.intent, intentsId)}</td>
      <td>
        {choice(
          "language",
          words.language,
          LANGUAGE_TAGS.map((tag) => [tag, tag.toUpperCase()]),
        )}
      </td>
      <td>
        <ActionIcon aria-label={words.removeNth(number)} onClick={remove}>
          <IconX size={16} />
        </ActionIcon>
      </td>
    </tr>
  );
}

/** Whole when it is added. Not a form: it stands inside of one. */
function NewRow({ titles, intentsId, add }: { titles: Map<string, string>; intentsId: string; add: (row: Row) => void }) {
  const words = useWords(partWords).examples;
  const page = useLanguage().language;
  const textRef = useRef<HTMLInputElement>(null);
  const [cells, setCells] = useState({ text: "", intent: "", agent: "", language: page as string });
  const agent = titles.has(cells.agent) ? cells.agent : ([...titles.keys()][0] ?? "");
  const isWhole = cells.text.trim() !== "" && cells.intent.trim() !== "" && agent !== "";
  function put() {
    if (!isWhole) return;
    add(newRow({ ...cells, text: cells.text.trim(), intent: cells.intent.trim(), agent }));
    // Often several of a kind are written in a row.
    setCells({ ...cells, text: "" });
    textRef.current?.focus();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    put();
  };
  return (
    <div className={classes.add} role="group" aria-label={words.addTitle}>
      <TextInput ref={textRef} label={words.says} placeholder={words.sayExample} value={cells.text} onKeyDown={onKeyDown} onChange={(event) => setCells({ ...cells, text: event.currentTarget.value })} />
      <Select label={words.agent} allowDeselect={false} value={agent || null} data={[...titles].map(([value, label]) => ({ value, label }))} onChange={(value) => setCells({ ...cells, agent: value ?? "" })} />
      <TextInput label={words.intent} placeholder={words.intentExample} list={intentsId} value={cells.intent} onKeyDown={onKeyDown} onChange={(event) => setCells({ ...cells, intent: event.currentTarget.value })} />
      <Select
        label={words.language}
        allowDeselect={false}
        value={cells.language}
        data={LANGUAGE_TAGS.map((value) => ({ value, label: words.languages[value] }))}
        onChange={(value) => setCells({ ...cells, language: value ?? cells.language })}
      />
      <Button variant="default" disabled={!isWhole} onClick={put}>
        {words.add}
      </Button>
    </div>
  );
}

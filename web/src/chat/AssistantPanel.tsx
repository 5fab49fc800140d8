// The list behind the picker: a search, those who answer, and below them those who lack something.
import { Anchor, TextInput } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Link } from "wouter";
import type { Assistant } from "../api/types";
import { useWords } from "../i18n/language";
import { Face } from "../parts/Face";
import { useMay } from "../shell/account";
import classes from "./AssistantPanel.module.css";
import { FRONT_DESK, matching } from "./assistants";
import { plain } from "./composer/plain";
import { chatWords } from "./words";

interface Props {
  all: Assistant[];
  current: Assistant | undefined;
  choose: (name: string | null) => void;
}

export default function AssistantPanel({ all, current, choose }: Props) {
  const words = useWords(chatWords);
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [moved, setMoved] = useState<number | null>(null);
  const found = matching(all, text);
  const ready = found.filter((assistant) => assistant.isReady);
  const waiting = found.filter((assistant) => !assistant.isReady);
  const fitsAutomatic = plain(`${words.automatic} ${words.automaticHint}`).includes(plain(text.trim()));
  const options: (Assistant | undefined)[] = [...(fitsAutomatic ? [undefined] : []), ...ready];
  // What is chosen, until one moves; what is found first, once one searches.
  const place = Math.min(moved ?? (text ? 0 : Math.max(0, options.indexOf(current))), Math.max(0, options.length - 1));
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: "nearest" });
  }, [place]);

  // It may come later than the place it is in, which then has the focus.
  useEffect(() => search.current?.focus(), []);

  function onKeyDown(event: KeyboardEvent) {
    const many = Math.max(1, options.length);
    if (event.key === "ArrowDown") setMoved((place + 1) % many);
    else if (event.key === "ArrowUp") setMoved((place + many - 1) % many);
    else if (event.key === "Enter") {
      if (options.length > 0) choose(options[place]?.name ?? null);
    } else return;
    event.preventDefault();
  }

  return (
    <>
      <TextInput
        ref={search}
        data-autofocus
        size="sm"
        leftSection={<IconSearch size={16} />}
        placeholder={words.findAssistant}
        aria-label={words.findAssistant}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${place}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMoved(null);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id={listId} role="listbox" aria-label={words.assistants} className={classes.list}>
        {options.map((assistant, index) => (
          <li
            key={assistant?.name ?? ""}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={assistant === current}
            data-active={index === place || undefined}
            className={classes.row}
            onMouseMove={() => setMoved(index)}
            onClick={() => choose(assistant?.name ?? null)}
          >
            <Row assistant={assistant} title={assistant?.title ?? words.automatic} hint={assistant?.description ?? words.automaticHint} />
            {assistant === current && <IconCheck size={16} className={classes.check} />}
          </li>
        ))}
      </ul>
      {found.length === 0 && options.length === 0 && <p className={classes.none}>{words.noAssistant}</p>}
      {waiting.length > 0 && (
        <section aria-label={words.notReady}>
          <h3 className={classes.group}>{words.notReady}</h3>
          <ul className={classes.list}>
            {waiting.map((assistant) => (
              <li key={assistant.name} className={classes.row} data-waiting>
                <Row assistant={assistant} title={assistant.title} hint={assistant.description}>
                  <Missing assistant={assistant} />
                </Row>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ assistant, title, hint, children }: { assistant: Assistant | undefined; title: string; hint: string; children?: ReactNode }) {
  return (
    <>
      <Face of={assistant} />
      <span className={classes.text}>
        <strong>{title}</strong>
        {hint && <span className={classes.hint}>{hint}</span>}
        {children}
      </span>
    </>
  );
}

/** What it lacks, and the way there for whoever may go it. */
function Missing({ assistant }: { assistant: Assistant }) {
  const words = useWords(chatWords);
  const may = useMay();
  const isDesk = assistant.name === FRONT_DESK;
  return (
    <span className={classes.missing}>
      {isDesk ? words.missingBusiness : words.missingSomething}{" "}
      {!may("assistants:manage") && words.askSetUp}
      {may("assistants:manage") && isDesk && (
        <Anchor component={Link} href="/desk" inherit>
          {words.setUpDesk}
        </Anchor>
      )}
    </span>
  );
}

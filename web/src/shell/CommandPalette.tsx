// One place to find anything: chats, documents, actions.
import "../theme/more.css";
import { Modal, TextInput, useMantineColorScheme } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileText, IconMessageCircle, IconSearch, IconSparkles, type Icon } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useLocation } from "wouter";
import { useFiles, useSessions } from "../api/queries";
import { chatWords } from "../chat/words";
import { plain } from "../chat/composer/plain";
import { useLanguage, useWords } from "../i18n/language";
import { viewsFor } from "../start/views";
import { startWords } from "../start/words";
import { useMay, useRunsInstallation } from "./account";
import classes from "./CommandPalette.module.css";
import { useSections } from "./Frame";
import { shellWords } from "./words";

interface Entry {
  id: string;
  group: string;
  label: string;
  icon: Icon;
  act: () => void;
}

const SHOWN = 6;

function useActions(): Entry[] {
  const words = useWords(shellWords);
  const views = useWords(startWords).views;
  const { language, choose } = useLanguage();
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const may = useMay();
  const runsInstallation = useRunsInstallation();
  const sections = useSections();
  const [, navigate] = useLocation();
  const action = (id: string, label: string, act: () => void): Entry => ({ id, group: words.actions, label, icon: IconSparkles, act });
  return [
    action("new", words.newChat, () => navigate("/chat")),
    ...sections.map((section) => ({ ...action(section.path, words.goTo(section.label), () => navigate(section.path)), icon: section.icon })),
    ...(may("knowledge:read") ? [action("playground", words.playground, () => navigate("/knowledge/search"))] : []),
    ...(may("users:manage") ? [action("first-steps", words.firstSteps, () => navigate("/admin/first-steps"))] : []),
    ...viewsFor(may, runsInstallation).map(({ name, href }) => action(href, words.goTo(views[name]), () => navigate(href))),
    action("light", words.switchTheme(words.light), () => setColorScheme("light")),
    action("dark", words.switchTheme(words.dark), () => setColorScheme("dark")),
    action("auto", words.switchTheme(words.auto), () => setColorScheme("auto")),
    action("language", words.switchLanguage, () => choose(language === "es" ? "en" : "es")),
  ];
}

function useEntries(text: string): Entry[] {
  const words = useWords(shellWords);
  const chat = useWords(chatWords);
  const [, navigate] = useLocation();
  const [search] = useDebouncedValue(text.trim(), 150);
  const sessions = useSessions(search);
  const files = useFiles({ name: search || null });
  const actions = useActions().filter((entry) => plain(entry.label).includes(plain(text.trim())));
  // Of what was typed before, nothing is shown: Enter would open it.
  const isFresh = (found: { isPlaceholderData: boolean }) => search === text.trim() && !found.isPlaceholderData;
  const chats = (isFresh(sessions) ? (sessions.data?.pages[0]?.items ?? []) : []).slice(0, SHOWN).map((session): Entry => ({
    id: session.id,
    group: words.chats,
    label: session.title ?? chat.untitled,
    icon: IconMessageCircle,
    act: () => navigate(`/chat/${session.id}`),
  }));
  const documents = (search && isFresh(files) ? (files.data?.pages[0]?.items ?? []) : []).slice(0, SHOWN).map((file): Entry => ({
    id: file.id,
    group: words.documents,
    label: file.fileName,
    icon: IconFileText,
    act: () => navigate(`/knowledge/files/${file.id}`),
  }));
  // Actions are known at once; what is found later comes below them, so that nothing moves under the hand.
  return text.trim() ? [...actions, ...chats, ...documents] : [...actions.slice(0, 5), ...chats];
}

export default function CommandPalette({ close }: { close: () => void }) {
  const words = useWords(shellWords);
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const entries = useEntries(text);
  const place = Math.min(chosen, Math.max(0, entries.length - 1));
  useEffect(() => {
    list.current?.querySelector(`[data-place="${place}"]`)?.scrollIntoView({ block: "nearest" });
  }, [place]);

  function run(entry: Entry | undefined) {
    if (!entry) return;
    close();
    entry.act();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "ArrowDown") setChosen((place + 1) % Math.max(1, entries.length));
    else if (event.key === "ArrowUp") setChosen((place + entries.length - 1) % Math.max(1, entries.length));
    else if (event.key === "Enter") run(entries[place]);
    else return;
    event.preventDefault();
  }

  return (
    <Modal opened onClose={close} withCloseButton={false} padding={0} size="lg" yOffset="12vh" centered={false} attributes={{ content: { "aria-label": words.palette } }}>
      <TextInput
        data-autofocus
        size="md"
        variant="unstyled"
        className={classes.input ?? ""}
        leftSection={<IconSearch size={18} />}
        placeholder={words.palettePlaceholder}
        aria-label={words.palette}
        role="combobox"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={entries[place] ? `palette-${place}` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul ref={list} id="palette-list" role="listbox" aria-label={words.palette} className={classes.list}>
        {entries.map((entry, index) => (
          <Row key={`${entry.group} ${entry.id}`} entry={entry} index={index} isChosen={index === place} isFirst={entries[index - 1]?.group !== entry.group} run={run} />
        ))}
        {entries.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled className={classes.none}>
            {words.paletteNothing}
          </li>
        )}
      </ul>
    </Modal>
  );
}

function Row({ entry, index, isChosen, isFirst, run }: { entry: Entry; index: number; isChosen: boolean; isFirst: boolean; run: (entry: Entry) => void }) {
  const EntryIcon = entry.icon;
  return (
    <>
      {isFirst && (
        <li role="presentation" className={classes.group}>
          {entry.group}
        </li>
      )}
      <li id={`palette-${index}`} data-place={index} role="option" aria-selected={isChosen} className={classes.entry} onClick={() => run(entry)}>
        <EntryIcon size={17} stroke={1.7} />
        <span>{entry.label}</span>
      </li>
    </>
  );
}

// Where people write. Never loses what was typed; everything is reachable from the keyboard.
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowUp, IconPaperclip, IconPlayerStopFilled } from "@tabler/icons-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { useNames } from "../../api/names";
import { useWords } from "../../i18n/language";
import { useMay } from "../../shell/account";
import { chatWords } from "../words";
import { AttachmentChips } from "./AttachmentChips";
import classes from "./Composer.module.css";
import { keepDraft, keptDraft } from "./drafts";
import { SuggestionList } from "./SuggestionList";
import { completed, triggerAt } from "./trigger";
import type { Attachments } from "./useAttachments";
import { useSuggestions, type Command, type Suggestion } from "./useSuggestions";

export interface Editing {
  messageId: string;
  text: string;
  /** Ids of what it was asked with. */
  files: string[];
}

interface Props {
  session: string | null;
  assistant: string | null;
  running: boolean;
  editing: Editing | null;
  attachments: Attachments;
  onSend: (text: string, attachments: string[]) => Promise<boolean>;
  onStop: () => void;
  onEditLast: () => void;
  onEditEnd: () => void;
  onAssistant: (assistant: string | null) => void;
  onCommand: (command: Command) => void;
  /** In place of what is said of the assistant. */
  placeholder?: string | undefined;
  /** Beside something that one works on: it takes no focus, and offers nothing that leads away. */
  isAside?: boolean;
}

const TALLEST = 240;

export function Composer(props: Props) {
  const { session, assistant, running, editing, attachments, onSend, onStop, onEditLast, onEditEnd, onAssistant, onCommand, placeholder, isAside = false } = props;
  const words = useWords(chatWords);
  const may = useMay();
  const names = useNames();
  const listId = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const caretToSet = useRef<number | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => editing?.text ?? keptDraft(session));
  const [caret, setCaret] = useState(text.length);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const trigger = triggerAt(text, caret);
  const isOpen = trigger !== null && trigger.from !== dismissed;
  const suggestions = useSuggestions(isOpen ? trigger : null, session !== null && !isAside);
  const place = Math.min(chosen, Math.max(0, suggestions.length - 1));
  const mayUpload = may("knowledge:write");

  useEffect(() => {
    if (!editing) keepDraft(session, text);
  }, [session, text, editing]);

  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${Math.min(element.scrollHeight, TALLEST)}px`;
    // With the text, not a frame later: a quick typist would be thrown back into what was typed since.
    if (caretToSet.current !== null) element.setSelectionRange(caretToSet.current, caretToSet.current);
    caretToSet.current = null;
  }, [text]);

  // Before it is painted: whoever sees it may type. And at the end of what is there already, not before it.
  useLayoutEffect(() => {
    const element = area.current;
    element?.setSelectionRange(element.value.length, element.value.length);
    // On a phone the keyboard would cover half of what is to be read.
    if (!isAside && window.matchMedia("(hover: hover)").matches) element?.focus();
  }, [isAside]);

  function write(next: string, at: number) {
    setText(next);
    setCaret(at);
    caretToSet.current = at;
  }

  function choose(suggestion: Suggestion) {
    if (!trigger) return;
    const after = completed(text, trigger, "");
    write(after.text, after.caret);
    setChosen(0);
    if (suggestion.kind === "assistant") onAssistant(suggestion.assistant?.name ?? null);
    else if (suggestion.kind === "document") attachments.name(suggestion.file);
    else if (suggestion.kind === "command") {
      keepDraft(session, after.text);
      onCommand(suggestion.command);
    }
  }

  async function submit() {
    const message = text.trim();
    if (!message || attachments.isBusy) return;
    const files = attachments.items.flatMap((item) => (item.fileId && item.state !== "failed" ? [item.fileId] : []));
    setText("");
    keepDraft(session, "");
    const sent = await onSend(message, files);
    if (sent) attachments.clear();
    // Nothing was kept anywhere else: give it back.
    else setText((now) => (now === "" ? message : now));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (isOpen && suggestions.length > 0 && moveInList(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      void submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (isOpen) setDismissed(trigger.from);
      else if (editing) onEditEnd();
      else if (running) onStop();
    } else if (event.key === "ArrowUp" && text === "" && !editing) {
      event.preventDefault();
      onEditLast();
    }
  }

  function moveInList(event: KeyboardEvent): boolean {
    const suggestion = suggestions[place];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : suggestions.length - 1;
      setChosen((place + step) % suggestions.length);
    } else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") {
      if (!suggestion) return false;
      choose(suggestion);
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || !mayUpload) return;
    event.preventDefault();
    attachments.add(files);
  }

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {editing && (
        <div className={classes.editing}>
          <span>{words.editing}</span>
          <button type="button" onClick={onEditEnd}>
            {words.editCancel}
          </button>
        </div>
      )}
      <AttachmentChips items={attachments.items} remove={attachments.remove} />
      {isOpen && suggestions.length > 0 && <SuggestionList id={listId} items={suggestions} place={place} choose={choose} />}
      <div className={classes.row}>
        {mayUpload && (
          <>
            <input
              ref={picker}
              type="file"
              multiple
              hidden
              onChange={(event) => {
                attachments.add([...(event.currentTarget.files ?? [])]);
                event.currentTarget.value = "";
              }}
            />
            <Tooltip label={words.attach}>
              <ActionIcon size="lg" radius="xl" aria-label={words.attach} onClick={() => picker.current?.click()}>
                <IconPaperclip size={19} stroke={1.7} />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <textarea
          ref={area}
          className={classes.text}
          rows={1}
          value={text}
          aria-label={words.composer}
          placeholder={placeholder ?? (assistant ? words.placeholderTo(names.assistant(assistant)) : words.placeholder)}
          aria-autocomplete="list"
          aria-controls={isOpen && suggestions.length > 0 ? listId : undefined}
          aria-activedescendant={isOpen && suggestions[place] ? `${listId}-${place}` : undefined}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setCaret(event.currentTarget.selectionStart);
            setDismissed(null);
            setChosen(0);
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        {running && !text.trim() ? (
          <Tooltip label={`${words.stop} · Esc`}>
            <ActionIcon size="lg" radius="xl" variant="filled" color="dark.4" aria-label={words.stop} onClick={onStop}>
              <IconPlayerStopFilled size={16} />
            </ActionIcon>
          </Tooltip>
        ) : (
          <Tooltip label={words.send}>
            <ActionIcon type="submit" size="lg" radius="xl" variant="filled" color="teal" aria-label={words.send} disabled={!text.trim() || attachments.isBusy}>
              <IconArrowUp size={19} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {!isAside && <p className={classes.hint}>{words.hint}</p>}
    </form>
  );
}

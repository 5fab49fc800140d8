import { Button, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { Refusal } from "../../api/client";
import type { Pack } from "../../api/types";
import { useWords } from "../../i18n/language";
import operate from "../../operate/Operate.module.css";
import { useConfirm } from "../../parts/confirm";
import { useProblemText } from "../../parts/problem";
import { useLeaving } from "../../parts/useLeaving";
import classes from "./Assistants.module.css";
import { choiceNow, choiceOf, draftOf, isAboutVertical, isChanged, isLastOn, isSaveable, isTooLong, withPrompt, type Choice, type Draft } from "./choice";
import { Prompts } from "./Prompts";
import { useChoose } from "./usePacks";
import { assistantsWords } from "./words";

/** A draft until it is saved; the last save can be taken back. */
export function ChoiceForm({ pack, packs, title }: { pack: Pack; packs: Pack[]; title: string }) {
  const words = useWords(assistantsWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  // Until somebody changes something, what the server says.
  const [touched, setTouched] = useState<Draft | null>(null);
  const [last, setLast] = useState<Choice | null>(null);
  const draft = touched ?? draftOf(pack);
  const isUnsaved = isChanged(draft, pack);
  const leaving = useLeaving(isUnsaved);
  const saving = useChoose({ isQuiet: true });
  const undoing = useChoose();
  function change(changed: Draft) {
    saving.reset();
    setTouched(changed);
  }
  function save() {
    const before = choiceNow(pack);
    const done = () => {
      setLast(before);
      setTouched(null);
    };
    const act = () => saving.mutate({ pack: pack.name, choice: choiceOf(draft, pack.settings), before: null, said: words.saved }, { onSuccess: done });
    if (pack.enabled && !draft.enabled && isLastOn(packs, pack.name)) ask({ title: words.lastTitle(title), text: words.lastText, yes: words.turnOff, isSafe: true, act });
    else act();
  }
  const undo = (choice: Choice) => undoing.mutate({ pack: pack.name, choice, before: null, said: words.undone }, { onSuccess: () => setLast(null) });
  const isVertical = saving.error instanceof Refusal && isAboutVertical(saving.error.message);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isUnsaved && isSaveable(draft)) save();
      }}
    >
      <section className={operate.section} aria-label={words.manner}>
        <h2>{words.manner}</h2>
        <Stack className={classes.form ?? ""}>
          <Switch label={words.on} description={words.onHint} checked={draft.enabled} onChange={(event) => change({ ...draft, enabled: event.currentTarget.checked })} />
          <TextInput
            label={words.name}
            description={words.nameHint}
            placeholder={title}
            value={draft.name}
            maxLength={200}
            onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
          />
          <TextInput
            label={words.vertical}
            description={words.verticalHint}
            placeholder={pack.vertical ?? ""}
            value={draft.vertical}
            maxLength={60}
            spellCheck={false}
            error={isVertical ? told(saving.error) : null}
            onChange={(event) => change({ ...draft, vertical: event.currentTarget.value })}
          />
          <Textarea
            label={words.brandVoice}
            description={words.brandVoiceHint}
            placeholder={words.brandVoiceExample}
            autosize
            minRows={3}
            maxRows={14}
            value={draft.brandVoice}
            error={isTooLong(draft.brandVoice) ? words.tooLong : null}
            onChange={(event) => change({ ...draft, brandVoice: event.currentTarget.value })}
          />
        </Stack>
      </section>
      <Prompts pack={pack} prompts={draft.prompts} change={(agent, prompt) => change(withPrompt(draft, agent, prompt))} />
      {saving.error && !isVertical && (
        <Text role="alert" c="red" mt="sm">
          {told(saving.error)}
        </Text>
      )}
      <div className={classes.foot}>
        <Button type="submit" loading={saving.isPending} disabled={!isUnsaved || !isSaveable(draft)}>
          {words.save}
        </Button>
        {isUnsaved && (
          <Button variant="default" onClick={() => setTouched(null)}>
            {words.discard}
          </Button>
        )}
        {last && !isUnsaved && (
          <Button variant="default" loading={undoing.isPending} onClick={() => undo(last)}>
            {words.undoLast}
          </Button>
        )}
        <span role="status" className={classes.hint}>
          {isUnsaved ? words.unsaved : ""}
        </span>
      </div>
      {dialog}
      {leaving}
    </form>
  );
}

import { Button, Checkbox, Group, Modal, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useLocation } from "wouter";
import { useLanguage, useWords } from "../../../i18n/language";
import { LANGUAGES } from "../../../i18n/words";
import { useProblemText } from "../../../parts/problem";
import { partsWords } from "../../../parts/words";
import type { About } from "../own";
import { pageOf, useBegin } from "../useOwn";
import { Abilities } from "./Abilities";
import classes from "./Begin.module.css";
import { NameInput } from "./NameInput";
import { freeName, isName, linesOf, nameOf } from "./naming";
import { beginWords } from "./words";

const TONES = ["professional", "warm_professional", "casual", "very_formal"] as const;
const SERVES = ["members", "guests"] as const;
const MOST_EXAMPLES = 12;

/** A first draft from what a business says of itself. */
export function NewDialog({ taken, close }: { taken: string[]; close: () => void }) {
  const words = useWords(beginWords);
  const parts = useWords(partsWords);
  const told = useProblemText();
  const { language } = useLanguage();
  const [, navigate] = useLocation();
  const servesId = useId();
  const languageId = useId();
  const [about, setAbout] = useState<About>({ title: "", business: "", does: "", serves: ["members"], language, tone: "warm_professional", usesDocuments: true, escalates: false, makesAppointments: false, takesOrders: false });
  const [examples, setExamples] = useState("");
  // Follows the title until somebody writes another.
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? freeName(nameOf(about.title), taken);
  const beginning = useBegin((made) => navigate(pageOf(made.name)));
  const change = (changed: Partial<About>) => {
    beginning.reset();
    setAbout({ ...about, ...changed });
  };
  const isTaken = taken.includes(name);
  const isSaid = [about.title, about.business, about.does].every((text) => text.trim() !== "");
  const asked = linesOf(examples);
  const isReady = isName(name) && !isTaken && isSaid && about.serves.length > 0 && asked.length <= MOST_EXAMPLES;
  return (
    <Modal opened onClose={close} size="lg" title={words.new} closeButtonProps={{ "aria-label": parts.close }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) beginning.mutate({ name, about: { ...about, examples: asked } });
        }}
      >
        <Stack>
          <Text>{words.newText}</Text>
          <TextInput label={words.title} placeholder={words.titleExample} value={about.title} maxLength={40} data-autofocus onChange={(event) => change({ title: event.currentTarget.value })} />
          <NameInput name={name} problem={isTaken ? words.nameTaken : null} change={setTyped} />
          <Textarea label={words.business} placeholder={words.businessExample} autosize minRows={2} maxRows={8} maxLength={2000} value={about.business} onChange={(event) => change({ business: event.currentTarget.value })} />
          <Textarea label={words.does} placeholder={words.doesExample} autosize minRows={2} maxRows={8} maxLength={2000} value={about.does} onChange={(event) => change({ does: event.currentTarget.value })} />
          <div role="group" aria-labelledby={servesId}>
            <span id={servesId} className={classes.legend}>
              {words.serves}
            </span>
            <Group mt={6}>
              {SERVES.map((whom) => (
                <Checkbox
                  key={whom}
                  label={words[whom]}
                  checked={about.serves.includes(whom)}
                  onChange={(event) => change({ serves: SERVES.filter((one) => (one === whom ? event.currentTarget.checked : about.serves.includes(one))) })}
                />
              ))}
            </Group>
            {about.serves.length === 0 && (
              <Text role="alert" c="red" size="sm" mt={6}>
                {words.servesProblem}
              </Text>
            )}
          </div>
          <div className={classes.pair}>
            <Select
              label={words.tone}
              allowDeselect={false}
              value={about.tone}
              onChange={(value) => change({ tone: TONES.find((tone) => tone === value) ?? about.tone })}
              data={TONES.map((value) => ({ value, label: words.tones[value] }))}
            />
            <div role="group" aria-labelledby={languageId}>
              <span id={languageId} className={classes.legend}>
                {words.language}
              </span>
              <div>
                <SegmentedControl
                  aria-labelledby={languageId}
                  value={about.language}
                  onChange={(value) => change({ language: LANGUAGES.find((one) => one === value) ?? about.language })}
                  data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
                />
              </div>
              <p className={classes.hint}>{words.languageHint}</p>
            </div>
          </div>
          <Textarea
            label={words.examples}
            description={words.examplesHint}
            placeholder={words.examplesExample}
            autosize
            minRows={3}
            maxRows={12}
            value={examples}
            error={asked.length > MOST_EXAMPLES}
            onChange={(event) => setExamples(event.currentTarget.value)}
          />
          <Abilities about={about} change={change} />
          {beginning.error && (
            <Text role="alert" c="red">
              {told(beginning.error)}
            </Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={beginning.isPending} disabled={!isReady}>
              {words.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

import { Checkbox, Switch, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { useWords } from "../../../i18n/language";
import { LANGUAGES, type Language } from "../../../i18n/words";
import operate from "../../../operate/Operate.module.css";
import type { AssistantForm, Fault } from "../own";
import { Sentences } from "../parts/Entries";
import parts from "../parts/Parts.module.css";
import { problemAt } from "./places";
import { editorWords } from "./words";

interface Props {
  form: AssistantForm;
  faults: Fault[];
  onChange: (form: AssistantForm) => void;
}

const SERVES = ["members", "guests"] as const;

export function IdentityPart({ form, faults, onChange }: Props) {
  const all = useWords(editorWords);
  const words = all.identity;
  const servesId = useId();
  const change = (changed: Partial<AssistantForm>) => onChange({ ...form, ...changed });
  const named = (label: string, language: Language) => words.in(label, words.languages[language]);
  return (
    <div className={parts.stack}>
      <div className={parts.pair} data-field="title">
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            label={named(words.title, language)}
            description={words.titleHint}
            value={form.title[language]}
            error={problemAt(faults, "title")}
            onChange={(event) => change({ title: { ...form.title, [language]: event.currentTarget.value } })}
          />
        ))}
      </div>
      <div data-field="picture">
        <TextInput label={words.picture} description={words.pictureHint} w={120} value={form.picture} error={problemAt(faults, "picture")} onChange={(event) => change({ picture: event.currentTarget.value })} />
      </div>
      <div className={parts.pair} data-field="description">
        {LANGUAGES.map((language) => (
          <Textarea
            key={language}
            label={named(words.description, language)}
            description={words.descriptionHint}
            autosize
            minRows={2}
            maxRows={8}
            value={form.description[language]}
            error={problemAt(faults, "description")}
            onChange={(event) => change({ description: { ...form.description, [language]: event.currentTarget.value } })}
          />
        ))}
      </div>
      <div role="group" aria-labelledby={servesId} data-field="serves">
        <span id={servesId} className={parts.label}>
          {words.serves}
        </span>
        {SERVES.map((whom) => (
          <Checkbox
            key={whom}
            mt={6}
            label={words[whom]}
            checked={form.serves.includes(whom)}
            error={whom === "guests" ? problemAt(faults, "serves") : null}
            onChange={(event) => change({ serves: SERVES.filter((one) => (one === whom ? event.currentTarget.checked : form.serves.includes(one))) })}
          />
        ))}
      </div>
      <div data-field="needsBusiness">
        <Switch label={words.needsBusiness} description={words.needsBusinessHint} checked={form.needsBusiness} onChange={(event) => change({ needsBusiness: event.currentTarget.checked })} />
      </div>
      <div className={parts.pair} data-field="examples">
        {LANGUAGES.map((language) => (
          <Sentences
            key={language}
            label={named(words.examples, language)}
            description={words.examplesHint}
            values={form.examples[language]}
            change={(examples) => change({ examples: { ...form.examples, [language]: examples } })}
          />
        ))}
      </div>
      {problemAt(faults, "examples") && <p className={operate.bad}>{problemAt(faults, "examples")}</p>}
    </div>
  );
}

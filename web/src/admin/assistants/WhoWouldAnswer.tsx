import { Button, Checkbox, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useNames } from "../../api/names";
import { useAssistants } from "../../api/queries";
import type { WhoAnswers } from "../../api/types";
import { useFormats, useWords } from "../../i18n/language";
import { Face } from "../../parts/Face";
import operate from "../../operate/Operate.module.css";
import { useProblemText } from "../../parts/problem";
import classes from "./Assistants.module.css";
import { reasonsOf } from "./choice";
import { useWhoAnswers } from "./usePacks";
import { assistantsWords } from "./words";

/** Tries a message on those who are on. Nobody is asked, and nothing is kept. */
export function WhoWouldAnswer({ only, example = "" }: { only?: { name: string; title: string }; example?: string }) {
  const words = useWords(assistantsWords);
  const told = useProblemText();
  const asking = useWhoAnswers();
  const [message, setMessage] = useState("");
  const [isOnly, setOnly] = useState(false);
  return (
    <section className={operate.section} aria-label={words.who}>
      <h2>{words.who}</h2>
      <p className={classes.hint}>{words.whoText}</p>
      <form
        className={classes.ask}
        onSubmit={(event) => {
          event.preventDefault();
          if (message.trim()) asking.mutate({ message, assistant: isOnly && only ? only.name : null });
        }}
      >
        <TextInput aria-label={words.message} placeholder={example || words.messageExample} value={message} maxLength={4000} onChange={(event) => setMessage(event.currentTarget.value)} />
        <Button type="submit" variant="default" loading={asking.isPending} disabled={!message.trim()}>
          {words.askWho}
        </Button>
      </form>
      {only && <Checkbox mt="xs" label={words.onlyThis(only.title)} checked={isOnly} onChange={(event) => setOnly(event.currentTarget.checked)} />}
      {asking.error && (
        <Text role="alert" c="red" mt="xs">
          {told(asking.error)}
        </Text>
      )}
      <div role="status">{asking.data && !asking.isPending && <Answer found={asking.data} />}</div>
    </section>
  );
}

function Answer({ found }: { found: WhoAnswers }) {
  const words = useWords(assistantsWords);
  const formats = useFormats();
  const names = useNames();
  const { data } = useAssistants();
  const assistant = data?.items.find(({ name }) => name === found.assistant);
  const { words: said, rules } = reasonsOf(found.reasons);
  return (
    <div className={classes.answer}>
      <Face of={assistant} size="large" isOff />
      <div>
        <strong>{names.agent(found.agent)}</strong>
        <p className={classes.hint}>
          {found.assistant && `${words.ofAssistant(names.assistant(found.assistant))} · `}
          {words.confidence(formats.percent(found.confidence))}
        </p>
        <p>{words.by[found.by]}</p>
        {said.length > 0 && (
          <p className={classes.hint}>
            {words.wordsThatWeighed} {said.join(", ")}
          </p>
        )}
        {rules.length > 0 && (
          <p className={classes.hint}>
            {words.rulesThatFit} <code>{rules.join(", ")}</code>
          </p>
        )}
      </div>
    </div>
  );
}

import { Radio } from "@mantine/core";
import { useWords } from "../../i18n/language";
import { formWords } from "./address";
import classes from "./Organisation.module.css";
import { FORMS, SENTENCES, type Form } from "./settings";

/** Each with what people would read. */
export function Forms() {
  const words = useWords(formWords);
  const examples: Record<Form, [to: string, text: string][]> = {
    each: [
      [words.toMembers, SENTENCES.tu],
      [words.toGuests, SENTENCES.usted],
    ],
    tu: [[words.toAll, SENTENCES.tu]],
    usted: [[words.toAll, SENTENCES.usted]],
  };
  return (
    <div className={classes.forms}>
      {FORMS.map((form) => (
        <div key={form} className={classes.choice}>
          <Radio value={form} label={words.forms[form].label} description={words.forms[form].text} />
          <dl className={classes.examples}>
            {examples[form].map(([to, text]) => (
              <div key={to}>
                <dt>{to}</dt>
                <dd lang="es">«{text}»</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </div>
  );
}

import { useWords } from "../../../i18n/language";
import type { AssistantForm } from "../own";
import { Entries } from "./Entries";
import { keptOf, listOf, policyOf, withList, type List } from "./guard";
import { GuardTry } from "./GuardTry";
import classes from "./Parts.module.css";
import { partWords } from "./words";

interface Props {
  form: AssistantForm;
  onChange: (form: AssistantForm) => void;
  name: string;
}

export function GuardPart({ form, onChange, name }: Props) {
  const words = useWords(partWords).guard;
  const policy = policyOf(form);
  const kept = keptOf(policy);
  const field = (list: List, label: string, description: string, placeholder: string) => (
    <Entries label={label} description={description} placeholder={placeholder} values={listOf(policy, list)} change={(entries) => onChange(withList(form, list, entries))} />
  );
  return (
    <>
      <p className={classes.hint}>{words.about}</p>
      <div className={classes.stack} data-field="guard">
        {field("blocked", words.blocked, words.blockedHint, "")}
        {field("allowed_hosts", words.hosts, words.hostsHint, "*.example.com")}
        {field("public", words.open, words.openHint, "900 123 456")}
        {kept.length > 0 && (
          <p className={classes.hint}>
            {words.kept} <code>{kept.join(", ")}</code>
          </p>
        )}
      </div>
      <section className={classes.section} aria-label={words.try}>
        <h3>{words.try}</h3>
        <p className={classes.hint}>{words.tryText}</p>
        {/* Begun anew with another assistant: what was tried was tried on that one. */}
        <GuardTry key={name} policy={policy} />
      </section>
    </>
  );
}

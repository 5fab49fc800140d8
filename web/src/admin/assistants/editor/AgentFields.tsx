import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useWords } from "../../../i18n/language";
import { LANGUAGES } from "../../../i18n/words";
import { modelWords } from "../../models/words";
import { TIERS } from "../../models/chains";
import type { AgentForm, Fault } from "../own";
import parts from "../parts/Parts.module.css";
import { titleWith } from "./agents";
import { LimitFields } from "./LimitFields";
import { problemAt } from "./places";
import { ToolsField } from "./ToolsField";
import { editorWords } from "./words";

interface Props {
  agent: AgentForm;
  title: string;
  place: number;
  faults: Fault[];
  onChange: (changed: Partial<AgentForm>) => void;
}

const APPROVALS = ["write", "dangerous", "never"] as const;

export function AgentFields({ agent, title, place, faults, onChange }: Props) {
  const all = useWords(editorWords);
  const words = all.agents;
  const tiers = useWords(modelWords).tierNames;
  const at = (field: keyof AgentForm) => ({ "data-field": `agents.${place}.${field}` });
  const problem = (field: keyof AgentForm) => problemAt(faults, `agents.${place}.${field}`);
  return (
    <div className={parts.stack} data-field={`agents.${place}`}>
      <div {...at("name")}>
        <TextInput label={words.name} description={words.nameHint} value={agent.name} maxLength={64} spellCheck={false} autoCapitalize="none" error={problem("name")} onChange={(event) => onChange({ name: event.currentTarget.value })} />
      </div>
      <div className={parts.pair} {...at("title")}>
        {LANGUAGES.map((language) => (
          <TextInput
            key={language}
            label={all.identity.in(words.title, all.identity.languages[language])}
            description={words.titleHint}
            value={agent.title?.[language] ?? ""}
            error={problem("title")}
            onChange={(event) => onChange({ title: titleWith(agent.title, language, event.currentTarget.value) })}
          />
        ))}
      </div>
      <div {...at("description")}>
        <Textarea label={words.description} description={words.descriptionHint} autosize minRows={2} maxRows={8} value={agent.description} error={problem("description")} onChange={(event) => onChange({ description: event.currentTarget.value })} />
      </div>
      <div {...at("prompt")}>
        <Textarea label={words.prompt} description={words.promptHint} autosize minRows={8} maxRows={28} value={agent.prompt} error={problem("prompt")} onChange={(event) => onChange({ prompt: event.currentTarget.value })} />
      </div>
      <div {...at("tools")}>
        <ToolsField title={title} tools={agent.tools} problem={problem("tools")} change={(tools) => onChange({ tools })} />
      </div>
      <div className={parts.pair}>
        <div {...at("approvals")}>
          <Select
            label={words.approvals}
            description={words.approvalsHint}
            allowDeselect={false}
            value={agent.approvals ?? "write"}
            error={problem("approvals")}
            onChange={(approvals) => onChange({ approvals })}
            data={APPROVALS.map((value) => ({ value, label: words.approvalsOf[value] }))}
          />
        </div>
        <div {...at("tier")}>
          <Select
            label={words.tier}
            description={words.tierHint}
            allowDeselect={false}
            value={agent.tier ?? "balanced"}
            error={problem("tier")}
            onChange={(tier) => onChange({ tier })}
            data={TIERS.map((value) => ({ value, label: tiers[value] }))}
          />
        </div>
      </div>
      <div {...at("readsDocuments")}>
        <Switch label={words.reads} description={words.readsHint} checked={agent.readsDocuments} onChange={(event) => onChange({ readsDocuments: event.currentTarget.checked })} />
      </div>
      <LimitFields agent={agent} place={place} faults={faults} onChange={onChange} />
    </div>
  );
}

import { Button, Checkbox, Group, Modal, TextInput } from "@mantine/core";
import { useState } from "react";
import { plain } from "../../../chat/composer/plain";
import { useWords } from "../../../i18n/language";
import { partsWords } from "../../../parts/words";
import type { Tool } from "../own";
import parts from "../parts/Parts.module.css";
import classes from "./Agents.module.css";
import { Risk } from "./ToolsField";
import { editorWords } from "./words";

interface Props {
  title: string;
  tools: string[];
  known: Tool[];
  change: (tools: string[]) => void;
  close: () => void;
}

/** All there are; those that were chosen when it opened first. */
export function ToolsDialog({ title, tools, known, change, close }: Props) {
  const words = useWords(editorWords).agents;
  const shut = useWords(partsWords).close;
  const [search, setSearch] = useState("");
  const [atFirst] = useState(tools);
  const wanted = plain(search.trim());
  const found = known.filter(({ name, title: called, description }) => [name, called, description].some((text) => plain(text).includes(wanted)));
  const shown = found.toSorted((one, other) => Number(atFirst.includes(other.name)) - Number(atFirst.includes(one.name)) || one.title.localeCompare(other.title));
  return (
    <Modal opened onClose={close} size="lg" title={words.chooseFor(title)} closeButtonProps={{ "aria-label": shut }}>
      <TextInput mt={4} aria-label={words.find} placeholder={words.find} value={search} data-autofocus onChange={(event) => setSearch(event.currentTarget.value)} />
      {shown.length === 0 && <p className={parts.hint}>{words.noneFound}</p>}
      <ul className={classes.choices}>
        {shown.map((tool) => (
          <li key={tool.name}>
            <Checkbox
              label={tool.title}
              description={tool.description}
              checked={tools.includes(tool.name)}
              onChange={(event) => change(event.currentTarget.checked ? [...tools, tool.name] : tools.filter((name) => name !== tool.name))}
            />
            <Risk risk={tool.risk} />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" mt="md">
        <Button onClick={close}>{words.done}</Button>
      </Group>
    </Modal>
  );
}

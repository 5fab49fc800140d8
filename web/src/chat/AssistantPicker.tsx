// Who is to answer: found by name or by what they are for.
import { Button, Popover } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useAssistants } from "../api/queries";
import { useWords } from "../i18n/language";
import { Face } from "../parts/Face";
import classes from "./AssistantPicker.module.css";
import type { Choice } from "./chosenAssistant";
import { chatWords } from "./words";

const load = () => import("./AssistantPanel");
const AssistantPanel = lazy(load);

/** With `isSmall`, by the face alone. */
export function AssistantPicker({ choice, isSmall = false }: { choice: Choice; isSmall?: boolean }) {
  const words = useWords(chatWords);
  const { data } = useAssistants();
  const [isOpen, setOpen] = useState(false);
  const all = data?.items ?? [];
  const [only] = all;
  if (!only) return null;
  // One assistant is no choice.
  if (all.length === 1) {
    return (
      <span className={classes.only} data-small={isSmall || undefined}>
        <Face of={only} size="small" />
        <span className={classes.onlyName}>{only.title}</span>
      </span>
    );
  }
  const current = all.find((other) => other.name === choice.name);
  const title = current?.title ?? words.automatic;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Face of={current} size="small" />}
          rightSection={<IconChevronDown size={14} />}
          classNames={{ root: classes.target ?? "", label: classes.targetName ?? "" }}
          data-small={isSmall || undefined}
          aria-label={words.chooseAssistant(title)}
          onPointerEnter={() => void load()}
          onFocus={() => void load()}
          onClick={() => setOpen((open) => !open)}
        >
          {title}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel ?? ""}>
        <Suspense>
          <AssistantPanel
            all={all}
            current={current}
            choose={(name) => {
              setOpen(false);
              choice.choose(name);
            }}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}

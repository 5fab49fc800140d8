// Who is to answer: found by name or by what they are for.
import { Button, Popover } from "@mantine/core";
import { IconArrowsShuffle, IconChevronDown } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useAssistants } from "../api/queries";
import type { Assistant } from "../api/types";
import { useWords } from "../i18n/language";
import classes from "./AssistantPicker.module.css";
import type { Choice } from "./chosenAssistant";
import { chatWords } from "./words";

const load = () => import("./AssistantPanel");
const AssistantPanel = lazy(load);

export function AssistantPicker({ choice }: { choice: Choice }) {
  const words = useWords(chatWords);
  const { data } = useAssistants();
  const [isOpen, setOpen] = useState(false);
  const all = data?.items ?? [];
  // One assistant is no choice.
  if (all.length < 2) return null;
  const current = all.find((other) => other.name === choice.name);
  const title = current?.title ?? words.automatic;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={380} trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Picture of={current} />}
          rightSection={<IconChevronDown size={14} />}
          classNames={{ root: classes.target ?? "", label: classes.targetName ?? "" }}
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

/** Seen, not read out: the title stands beside it. */
export function Picture({ of, large = false }: { of: Assistant | undefined; large?: boolean }) {
  return (
    <span className={classes.picture} data-large={large || undefined} aria-hidden>
      {of ? of.picture : <IconArrowsShuffle size={16} />}
    </span>
  );
}

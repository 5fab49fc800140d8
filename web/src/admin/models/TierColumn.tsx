import { ActionIcon, Select, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState, type DragEvent } from "react";
import type { ModelsSetup, Tiers } from "../../api/types";
import { useWords } from "../../i18n/language";
import { borrowed, dropped, stepped, withModel, without, type Place, type Tier } from "./chains";
import classes from "./Models.module.css";
import { modelWords } from "./words";

interface Props {
  tier: Tier;
  tiers: Tiers;
  change: (tiers: Tiers) => void;
  setup: ModelsSetup;
  /** What is being dragged, of whichever column. */
  held: Place | null;
  hold: (place: Place | null) => void;
}

type Step = -1 | 1;

/** A chain that is put in order by dragging, or by the buttons of each model. */
export function TierColumn({ tier, tiers, change, setup, held, hold }: Props) {
  const words = useWords(modelWords);
  const column = useRef<HTMLElement>(null);
  const moved = useRef<{ name: string; by: Step } | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const [said, say] = useState("");
  const chain = tiers[tier];
  const title = words.tierNames[tier];
  const instead = borrowed(tiers);
  const absent = setup.items.map((model) => model.name).filter((name) => !chain.includes(name));

  // The button that was pressed goes along with its model; at the end of the chain, the other one has the focus.
  useEffect(() => {
    if (!moved.current) return;
    const { name, by } = moved.current;
    moved.current = null;
    const buttons = [by, -by].map((step) => column.current?.querySelector<HTMLButtonElement>(`[data-move="${CSS.escape(`${step} ${name}`)}"]`));
    buttons.find((button) => button && !button.disabled)?.focus();
  }, [chain]);

  function step(name: string, by: Step) {
    const next = stepped(tiers, { tier, name }, by);
    moved.current = { name, by };
    change(next);
    say(words.nowAt(name, next[tier].indexOf(name) + 1, chain.length, title));
  }

  function dragOver(event: DragEvent, name: string | null) {
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(name ?? "");
  }

  function drop(event: DragEvent, before: string | null) {
    if (!held) return;
    event.preventDefault();
    event.stopPropagation();
    change(dropped(tiers, held, tier, before));
    setOver(null);
    hold(null);
  }

  return (
    <section
      ref={column}
      className={classes.tier}
      aria-label={title}
      data-over={over === "" || undefined}
      onDragOver={(event) => dragOver(event, null)}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(null)}
      onDrop={(event) => drop(event, null)}
    >
      <h3>{title}</h3>
      <p className={classes.hint}>{words.tierHints[tier]}</p>
      {chain.length === 0 && <p className={classes.nothing}>{instead.length > 0 ? words.tierBorrows(instead.join(" → ")) : words.tierEmpty}</p>}
      <ol className={classes.chain}>
        {chain.map((name, place) => (
          <li
            key={name}
            draggable
            data-over={over === name || undefined}
            data-held={(held?.tier === tier && held.name === name) || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move";
              event.dataTransfer.setData("text/plain", name);
              hold({ tier, name });
            }}
            onDragEnd={() => {
              hold(null);
              setOver(null);
            }}
            onDragOver={(event) => dragOver(event, name)}
            onDrop={(event) => drop(event, name)}
          >
            <IconGripVertical size={14} className={classes.grip} />
            <span className={classes.modelName}>{name}</span>
            <ActionIcon size="sm" data-move={`-1 ${name}`} aria-label={words.up(name, title)} disabled={place === 0} onClick={() => step(name, -1)}>
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon size="sm" data-move={`1 ${name}`} aria-label={words.down(name, title)} disabled={place === chain.length - 1} onClick={() => step(name, 1)}>
              <IconArrowDown size={14} />
            </ActionIcon>
            <ActionIcon size="sm" aria-label={words.takeOut(name, title)} onClick={() => change(without(tiers, { tier, name }))}>
              <IconX size={14} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {absent.length > 0 && (
        <Select
          size="xs"
          searchable={absent.length > 8}
          aria-label={words.addTo(title)}
          placeholder={words.addHere}
          data={absent}
          value={null}
          onChange={(name) => name && change(withModel(tiers, { tier, name }))}
        />
      )}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </section>
  );
}

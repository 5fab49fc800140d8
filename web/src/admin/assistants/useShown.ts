import { useState } from "react";
import { readable } from "../../api/names";
import { useAssistants } from "../../api/queries";
import type { Assistant, Pack } from "../../api/types";

export interface Shown {
  title: string;
  description: string;
  /** None of one that nobody has seen since it is off. */
  face: Assistant | null;
}

/** As people know it, or as its pack says. */
export function shownOf({ name, description }: Pick<Pack, "name" | "description">, known: Assistant | null): Shown {
  const spelt = readable(name);
  return {
    title: known?.title ?? spelt.charAt(0).toUpperCase() + spelt.slice(1),
    description: known?.description ?? description,
    face: known,
  };
}

/** With the assistant itself while it is on. One that is switched off in front of the reader keeps its title. */
export function useShown(pack: Pack): Shown & { assistant: Assistant | null } {
  const { data } = useAssistants();
  const assistant = data?.items.find(({ name }) => name === pack.name) ?? null;
  const [seen] = useState(assistant);
  return { ...shownOf(pack, assistant ?? seen), assistant };
}

import { useEffect, useRef } from "react";
import { useWords } from "../../i18n/language";
import { Face } from "../../parts/Face";
import { chatWords } from "../words";
import classes from "./SuggestionList.module.css";
import type { Suggestion } from "./useSuggestions";

interface Props {
  id: string;
  items: Suggestion[];
  place: number;
  choose: (suggestion: Suggestion) => void;
}

export function SuggestionList({ id, items, place, choose }: Props) {
  const words = useWords(chatWords);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[place]?.scrollIntoView({ block: "nearest" });
  }, [place]);
  return (
    <ul ref={list} id={id} role="listbox" aria-label={words.suggestions} className={classes.list}>
      {items.map((item, index) => (
        <li
          key={item.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === place}
          // Before the text loses focus.
          onMouseDown={(event) => {
            event.preventDefault();
            choose(item);
          }}
        >
          {item.kind === "assistant" && <Face of={item.assistant} size="small" />}
          <strong>{item.label}</strong>
          {item.hint && <span>{item.hint}</span>}
        </li>
      ))}
    </ul>
  );
}

// What to tell a person about something that did not work.
import { Refusal } from "../api/client";
import { useWords } from "../i18n/language";
import { partsWords } from "./words";

/** The server's own words where it has some; they say what happened and what to do. */
export function useProblemText(): (error: unknown) => string {
  const words = useWords(partsWords);
  return (error) => {
    if (!(error instanceof Refusal)) return error instanceof Error ? error.message : words.unreachable;
    if (error.status === 0) return words.unreachable;
    if (error.status === 403 && error.code === "forbidden") return words.notAllowed;
    return error.message.charAt(0).toUpperCase() + error.message.slice(1);
  };
}

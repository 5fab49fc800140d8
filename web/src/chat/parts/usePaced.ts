import { useEffect, useRef, useState } from "react";

/** Milliseconds between two looks at a text, for each of its characters. */
const PAUSE_PER_CHARACTER = 0.03;
const LONGEST_PAUSE = 2000;

/**
 * A text that grows, let through less often the longer it is. Showing it costs as much as it is long: a long answer
 * shown anew at every word would keep the browser busy until well after its end.
 */
export function usePaced(text: string): string {
  const [shown, setShown] = useState(text);
  const latest = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = text;
    if (timer.current !== undefined || text === shown) return;
    const pause = Math.min(text.length * PAUSE_PER_CHARACTER, LONGEST_PAUSE);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      setShown(latest.current);
    }, pause);
  }, [text, shown]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return shown;
}

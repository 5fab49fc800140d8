// Keeps the end of the conversation in view while the reader is there, and leaves whoever scrolled up alone.
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

const NEAR = 90;

export interface Stick {
  pane: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  /** Something came in below what the reader sees. */
  hasNews: boolean;
  toEnd: () => void;
}

/** What is short enough to be read from its beginning, as an empty chat is, does not stick. */
export function useStick(newest: string, sticks = true): Stick {
  const pane = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const isOn = useRef(sticks);
  useEffect(() => {
    isOn.current = sticks;
  }, [sticks]);
  const [seen, setSeen] = useState(newest);
  const [isAway, setAway] = useState(false);

  const toEnd = useCallback(() => {
    const element = pane.current;
    if (!element) return;
    isAtEnd.current = true;
    element.scrollTop = element.scrollHeight;
  }, []);

  useEffect(() => {
    const element = pane.current;
    if (!element || !content.current) return undefined;
    const onScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
      setAway(!isAtEnd.current);
    };
    const observer = new ResizeObserver(() => {
      if (isOn.current && isAtEnd.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(content.current);
    observer.observe(element);
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", onScroll);
    };
  }, []);

  if (!isAway && seen !== newest) setSeen(newest);
  return { pane, content, hasNews: isAway && seen !== newest, toEnd };
}

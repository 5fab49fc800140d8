import { useLayoutEffect, useRef, type RefObject } from "react";

/** What stays free above it, once it sticks, and below it. */
const ABOVE = 76;
const BELOW = 20;
const LEAST = 380;

/** As tall as there is room below its beginning, wherever that was scrolled to: its end is always to be seen. */
export function useRoomBelow(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    function fit() {
      if (!box.current) return;
      const begins = Math.max(ABOVE, box.current.getBoundingClientRect().top);
      box.current.style.height = `${Math.max(LEAST, innerHeight - begins - BELOW)}px`;
    }
    fit();
    // What stands above it may grow: faults are found.
    const observer = new ResizeObserver(fit);
    const whole = box.current?.closest("[data-editor]");
    if (whole) observer.observe(whole);
    addEventListener("scroll", fit, { capture: true, passive: true });
    addEventListener("resize", fit);
    return () => {
      observer.disconnect();
      removeEventListener("scroll", fit, { capture: true });
      removeEventListener("resize", fit);
    };
  }, []);
  return box;
}

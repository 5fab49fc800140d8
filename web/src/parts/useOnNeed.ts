// Dialogs whose code comes with the first need of them.
import { useState } from "react";

interface OnNeed {
  /** Whether it is to be in the page at all. */
  isThere: boolean;
  /** Open, once it is there: it is closed first, since what opens notes where the focus was, and gives it back. */
  isOpen: boolean;
  /** For its first effect. */
  onReady: () => void;
}

export function useOnNeed(isWanted: boolean): OnNeed {
  const [isThere, setThere] = useState(isWanted);
  const [isReady, setReady] = useState(false);
  if (isWanted && !isThere) setThere(true);
  return { isThere, isOpen: isWanted && isReady, onReady: () => setReady(true) };
}

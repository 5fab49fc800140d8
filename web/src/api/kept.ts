// What the browser keeps for us. In a frame on another site, or where a person forbids it, even to name a storage throws:
// then it is kept for as long as the window is open.
export interface Shelf {
  read: (key: string) => string | null;
  /** `null` takes it away. */
  keep: (key: string, value: string | null) => void;
  /** Whether it outlives the window. */
  lasts: () => boolean;
}

export function shelf(open: () => Storage): Shelf {
  const inWindow = new Map<string, string>();
  return {
    read(key) {
      try {
        return open().getItem(key);
      } catch {
        return inWindow.get(key) ?? null;
      }
    },
    keep(key, value) {
      if (value === null) inWindow.delete(key);
      else inWindow.set(key, value);
      try {
        if (value === null) open().removeItem(key);
        else open().setItem(key, value);
      } catch {
        // Forbidden, or full.
      }
    },
    lasts() {
      try {
        return open() !== null;
      } catch {
        return false;
      }
    },
  };
}

export const kept = shelf(() => localStorage);
export const keptInTab = shelf(() => sessionStorage);

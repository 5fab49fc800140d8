// What a visitor is known by from one visit to the next. Browsers that keep nothing for a frame on another site leave it
// to the page around the frame: that is the business's own, and no other may hold it.
import { kept } from "../api/kept";
import type { Told } from "./told";

export interface Known {
  token: string | null;
  /** How many answers of which session were seen. */
  session: string | null;
  seen: number;
}

const NOBODY: Known = { token: null, session: null, seen: 0 };

function parsed(text: string | null): Known {
  try {
    return { ...NOBODY, ...(JSON.parse(text ?? "{}") as Partial<Known>) };
  } catch {
    return NOBODY;
  }
}

export class Memory {
  known: Known;
  private readonly key: string;
  private page: string | null = null;

  constructor(key: string) {
    this.key = key;
    this.known = parsed(kept.read(key));
  }

  /** Whether the page is asked to keep it. */
  get fades(): boolean {
    return window.parent !== window && !kept.lasts();
  }

  /** What the page kept; whoever spoke meanwhile is somebody already. */
  recall(page: string, text: string | null): void {
    this.page = page;
    if (this.known.token) this.keep({});
    else this.known = parsed(text);
  }

  keep(part: Partial<Known>): void {
    this.known = { ...this.known, ...part };
    const text = JSON.stringify(this.known);
    kept.keep(this.key, text);
    if (this.page) window.parent.postMessage({ conserje: "keep", text } satisfies Told, this.page);
  }
}

/** What the page of the business and the frame tell each other. */
export type Told =
  /** The frame listens, has these colours, and asks for what was kept if the browser keeps nothing for it. */
  | { conserje: "ready"; color: string; ink: string; fades: boolean }
  | { conserje: "keep"; text: string }
  | { conserje: "close" }
  /** How many answers nobody has seen yet. */
  | { conserje: "news"; unseen: number }
  | { conserje: "kept"; text: string | null }
  | { conserje: "shown" | "hidden" };

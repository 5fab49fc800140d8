import { kept } from "../api/kept";
import { accentOf, accentSheet } from "./accent";

const PLACE = "conserje.color";
let sheet: CSSStyleSheet | null = null;

/** The page in an organisation's colour, or in the usual one. */
export function wear(color: string | null): void {
  kept.keep(PLACE, color);
  show(color);
}

/** As it was when it was last open: otherwise it would be in one colour for a moment and then in another. */
export function wearAsBefore(): void {
  show(kept.read(PLACE));
}

function show(color: string | null): void {
  const accent = color ? accentOf(color) : null;
  // A sheet made by a program: the content policy allows no style elements.
  if (!sheet && accent) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets.push(sheet);
  }
  sheet?.replaceSync(accent ? accentSheet(accent) : "");
}

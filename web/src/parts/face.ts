// What stands for an assistant where there is no drawing of it: its initials, on a colour of its own.

/** Which of the colours in Face.module.css. */
const COLOURS = 8;
/** Words that say nothing of whom they are in front of. */
const SMALL = /^(a|al|and|de|del|e|el|en|for|in|la|las|lo|los|of|on|para|the|to|y|·|-|–)$/i;
/** What the server puts where a pack names no picture. */
const NOBODY = "💬";

/** “Laboral y Seguridad Social” → “LS”. */
export function initialsOf(title: string): string {
  const all = title.trim().split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !SMALL.test(word));
  const letters = (telling.length > 0 ? telling : all).flatMap((word) => word.match(/[\p{L}\p{N}]/u) ?? []);
  return letters.slice(0, 2).join("").toLocaleUpperCase();
}

/** Always the same for a name; a draft looks like what it will be. */
export function colourOf(name: string): number {
  let sum = 7;
  for (const sign of name.replace(/\.draft$/, "")) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 65_521;
  return sum % COLOURS;
}

/** A sign with or without what asks for it in colour. */
export function signOf(picture: string): string {
  const sign = picture.replaceAll("\uFE0F", "").trim();
  return sign === NOBODY ? "" : sign;
}

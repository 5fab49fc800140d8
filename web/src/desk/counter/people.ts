// How many come, where it stands at the beginning of a note: assistants write it there.
const PEOPLE = /^(\d+) (?:personas?|people|person)(?:; *|$)/;

export function peopleOf(notes: string | null | undefined): { people: string; note: string } {
  const found = PEOPLE.exec(notes ?? "");
  return { people: found?.[1] ?? "", note: (notes ?? "").slice(found?.[0].length ?? 0) };
}

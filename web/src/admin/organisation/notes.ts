// What a version is about; the server notes it in the words of programs.
export interface NoteWords {
  first: string;
  again: (version: string) => string;
  changed: (parts: string) => string;
  parts: Record<string, string>;
}

export function noteOf(note: string, words: NoteWords): string {
  if (note === "as it was") return words.first;
  const again = /^version (\d+) again$/.exec(note)?.[1];
  if (again !== undefined) return words.again(again);
  return words.changed(note.split(", ").map((part) => words.parts[part] ?? part).join(", "));
}

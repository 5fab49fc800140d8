// What a version is about; the server notes it in the words of programs.
export interface NoteWords {
  noteProvider: (name: string) => string;
  noteRemoved: (name: string) => string;
  noteTiers: string;
  noteAgain: (version: string) => string;
}

export function noteOf(note: string, words: NoteWords): string {
  const known: [RegExp, (name: string) => string][] = [
    [/^provider (\S+) removed$/, words.noteRemoved],
    [/^provider (\S+)$/, words.noteProvider],
    [/^version (\d+) again$/, words.noteAgain],
    [/^(tiers)$/, () => words.noteTiers],
  ];
  for (const [pattern, told] of known) {
    const name = pattern.exec(note)?.[1];
    if (name !== undefined) return told(name);
  }
  return note;
}

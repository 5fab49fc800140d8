// What was typed but not sent, per session; a new chat has a draft too.
const place = (session: string | null) => `conserje.draft.${session ?? "new"}`;

export function keptDraft(session: string | null): string {
  return localStorage.getItem(place(session)) ?? "";
}

export function keepDraft(session: string | null, text: string): void {
  if (text === "") localStorage.removeItem(place(session));
  else localStorage.setItem(place(session), text);
}

// What was typed but not sent, per session; a new chat has a draft too.
const place = (session: string | null) => `conserje.draft.${session ?? "new"}`;

export function keptDraft(session: string | null): string {
  return localStorage.getItem(place(session)) ?? "";
}

/** What was typed while a new chat was being made is its draft. */
export function moveDraft(session: string): void {
  keepDraft(session, keptDraft(null));
  keepDraft(null, "");
}

export function keepDraft(session: string | null, text: string): void {
  if (text === "") localStorage.removeItem(place(session));
  else localStorage.setItem(place(session), text);
}

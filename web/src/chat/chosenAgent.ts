// The assistant that a person chose for a session; for the next new chat too.
const place = (session: string | null) => `conserje.agent.${session ?? "new"}`;

export function chosenAgent(session: string | null): string | null {
  return localStorage.getItem(place(session));
}

export function keepAgent(session: string | null, agent: string | null): void {
  if (agent) localStorage.setItem(place(session), agent);
  else localStorage.removeItem(place(session));
}

// Agents of a form: how they are called, added, moved, taken out.
import type { Language } from "../../../i18n/words";
import type { AgentForm, AssistantForm } from "../own";

/** What each does, in the reader's language, else its name; those of one title, which stand in for each other, with both. */
export function titlesIn({ agents }: Pick<AssistantForm, "agents">, language: Language): string[] {
  const titles = agents.map((agent) => agent.title?.[language].trim() || agent.name || "–");
  const isShared = (title: string) => titles.indexOf(title) !== titles.lastIndexOf(title);
  return titles.map((title, place) => (isShared(title) ? `${title} (${agents[place]?.name ?? ""})` : title));
}

export function withAgent(form: AssistantForm, place: number, changed: Partial<AgentForm>): AssistantForm {
  return { ...form, agents: form.agents.map((agent, at) => (at === place ? { ...agent, ...changed } : agent)) };
}

export function withoutAgent(form: AssistantForm, place: number): AssistantForm {
  return { ...form, agents: form.agents.filter((_, at) => at !== place) };
}

/** One place nearer to the first, which answers whatever nobody else does. */
export function movedUp(form: AssistantForm, place: number): AssistantForm {
  const agents = [...form.agents];
  const [moved] = agents.splice(place, 1);
  if (moved) agents.splice(Math.max(0, place - 1), 0, moved);
  return { ...form, agents };
}

export function withNewAgent(form: AssistantForm, nameOf: (n: number) => string): AssistantForm {
  let n = form.agents.length + 1;
  while (form.agents.some(({ name }) => name === nameOf(n))) n += 1;
  const made: AgentForm = {
    name: nameOf(n),
    title: null,
    description: "",
    prompt: "",
    tools: [],
    tier: "balanced",
    approvals: "write",
    readsDocuments: false,
    dialogue: null,
    steps: null,
    iterations: null,
    handoffs: null,
    tokens: null,
    thinkingBudget: null,
  };
  return { ...form, agents: [...form.agents, made] };
}

/** Both languages empty: none. */
export function titleWith(title: AgentForm["title"], language: Language, text: string): AgentForm["title"] {
  const changed = { es: title?.es ?? "", en: title?.en ?? "", [language]: text };
  return changed.es.trim() === "" && changed.en.trim() === "" ? null : changed;
}

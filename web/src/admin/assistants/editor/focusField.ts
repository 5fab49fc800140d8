const CONTROLS = "input:not([type=hidden]), textarea, select, button";

/** Leads to where a field stands: to itself, else to what it is part of, else to the first of all. */
export function focusField(panel: HTMLElement, field: string): void {
  const steps = field.split(".");
  const names = steps.map((_, at) => steps.slice(0, steps.length - at).join("."));
  const found = names.map((name) => panel.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)).find((one) => one !== null) ?? panel;
  for (let fold = found.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  const control = found.matches(CONTROLS) ? found : found.querySelector<HTMLElement>(CONTROLS);
  control?.focus({ preventScroll: true });
  found.scrollIntoView({ block: "center" });
}

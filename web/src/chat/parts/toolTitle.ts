// What a tool call is about, in words.
import type { ToolPart } from "../log/turns";
import type { chatWords } from "../words";

type ChatWords = (typeof chatWords)["en"];

export function isSearch(name: string): boolean {
  return /search|knowledge|retriev/.test(name);
}

/** `create_appointment` → “create appointment”. */
export function spoken(name: string): string {
  return name.replace(/[_-]+/g, " ").trim();
}

export function toolTitle(tool: ToolPart, words: ChatWords): string {
  const running = tool.state === "running";
  if (tool.state === "failed") return words.toolFailed(spoken(tool.name));
  if (isSearch(tool.name)) return running ? words.searching : words.searched;
  if (tool.name === "todo") return running ? words.planning : words.planned;
  if (tool.name === "handoff") return words.handingOver;
  return running ? words.toolRunning(spoken(tool.name)) : words.toolDone(spoken(tool.name));
}

export function sourceCount(tool: ToolPart): number | null {
  const sources = (tool.result as { sources?: unknown } | null | undefined)?.sources;
  return Array.isArray(sources) ? sources.length : null;
}

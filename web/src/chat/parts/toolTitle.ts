// What a tool call is about, in words.
import { inSentence, type Names } from "../../api/names";
import type { ToolPart } from "../log/turns";
import type { chatWords } from "../words";

type ChatWords = (typeof chatWords)["en"];

export function isSearch(name: string): boolean {
  return /search|knowledge|retriev/.test(name);
}

export function toolTitle(tool: Pick<ToolPart, "name" | "state">, words: ChatWords, names: Names): string {
  const running = tool.state === "running";
  const title = inSentence(names.tool(tool.name));
  if (tool.state === "failed") return words.toolFailed(title);
  if (tool.name === "search_knowledge_base") return running ? words.searching : words.searched;
  if (tool.name === "todo") return running ? words.planning : words.planned;
  if (tool.name === "handoff") return words.handingOver;
  return running ? words.toolRunning(title) : words.toolDone(title);
}

export function sourceCount(tool: ToolPart): number | null {
  const sources = (tool.result as { sources?: unknown } | null | undefined)?.sources;
  return Array.isArray(sources) ? sources.length : null;
}

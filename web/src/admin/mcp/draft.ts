// A server while it is typed, and tools while they are chosen.
import type { McpApproval, McpServer, McpServerBody, McpTool, McpToolRisk } from "../../api/types";

export interface Draft {
  name: string;
  url: string;
  /** Empty: the one there is stays. */
  token: string;
  /** Only some of its tools may be used. */
  isNarrowed: boolean;
  /** Their names, one a line. */
  allowed: string;
  /** In seconds; a text while it is typed. */
  timeLimit: number | string;
}

export type Field = "name" | "address" | "token" | "timeLimit" | "allowed" | null;

export const RISKS: readonly McpToolRisk[] = ["read", "write", "dangerous"];

export function draftOf(server: McpServer | null): Draft {
  return {
    name: server?.name ?? "",
    url: server?.url ?? "",
    token: "",
    isNarrowed: Array.isArray(server?.allowedTools),
    allowed: server?.allowedTools?.join("\n") ?? "",
    timeLimit: server?.timeLimitSeconds ?? 30,
  };
}

export function isServerName(name: string): boolean {
  return /^[a-z0-9-]{1,24}$/.test(name);
}

export function isTimeLimit(limit: number | string): boolean {
  const seconds = Number(limit);
  return limit !== "" && Number.isInteger(seconds) && seconds >= 1 && seconds <= 120;
}

/** Another address is another server: its token and what was approved of it are gone. */
export function isElsewhere(draft: Draft, kept: McpServer | null): boolean {
  return kept !== null && draft.url.trim() !== kept.url;
}

export function bodyOf(draft: Draft): McpServerBody {
  return {
    url: draft.url.trim(),
    ...(draft.token === "" ? {} : { token: draft.token }),
    allowedTools: draft.isNarrowed ? [...new Set(draft.allowed.split(/[\s,]+/).filter(Boolean))] : null,
    timeLimitSeconds: Number(draft.timeLimit),
  };
}

/** Where what the server says belongs. */
export function problemAt(detail: string): Field {
  if (/^a server's name /i.test(detail)) return "name";
  const [, field = ""] = /^`(\w+)`/.exec(detail) ?? [];
  const fields: Record<string, Field> = { url: "address", token: "token", timeLimitSeconds: "timeLimit", allowedTools: "allowed" };
  return fields[field] ?? null;
}

/** What somebody chose, by the tool as it was seen: one that has changed since is not chosen any more. */
export type Picks = Readonly<Record<string, McpToolRisk>>;

export function keyOf({ digest, name }: Pick<McpTool, "digest" | "name">): string {
  return `${digest} ${name}`;
}

export function picked(picks: Picks, tool: McpTool, risk: McpToolRisk | null): Picks {
  const rest = Object.fromEntries(Object.entries(picks).filter(([key]) => key !== keyOf(tool)));
  // Approved so already: there is nothing to approve.
  const isSame = tool.state === "approved" && tool.risk === risk;
  return risk === null || isSame ? rest : { ...rest, [keyOf(tool)]: risk };
}

/** All that are new, to be asked about unless told. */
export function allNew(picks: Picks, tools: McpTool[]): Picks {
  const fresh = tools.filter(({ state }) => state === "new").map((tool) => [keyOf(tool), picks[keyOf(tool)] ?? "write"] as const);
  return { ...picks, ...Object.fromEntries(fresh) };
}

export function approvalsOf(picks: Picks, tools: McpTool[]): McpApproval[] {
  return tools.flatMap((tool) => {
    const risk = picks[keyOf(tool)];
    return risk && tool.state !== "withheld" ? [{ name: tool.name, digest: tool.digest, risk }] : [];
  });
}

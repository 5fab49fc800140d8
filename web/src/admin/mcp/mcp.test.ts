import { describe, expect, it } from "vitest";
import type { McpServer, McpTool } from "../../api/types";
import { allNew, approvalsOf, bodyOf, draftOf, isElsewhere, isServerName, isTimeLimit, keyOf, picked, problemAt, type Picks } from "./draft";

const SERVER: McpServer = { name: "far", url: "https://far.example/mcp", hasToken: true, allowedTools: null, timeLimitSeconds: 45, approved: ["find"], updatedAt: "2026-11-18T10:00:00Z" };
const tool = (name: string, state: McpTool["state"], more: Partial<McpTool> = {}): McpTool => ({
  name,
  offeredAs: `far__${name}`,
  description: "",
  parameters: {},
  digest: `digest of ${name}`,
  state,
  risk: null,
  ...more,
});

describe("a server that is typed", () => {
  it("keeps its token unless another is given", () => {
    expect(bodyOf(draftOf(SERVER))).toEqual({ url: "https://far.example/mcp", allowedTools: null, timeLimitSeconds: 45 });
    expect(bodyOf({ ...draftOf(SERVER), token: "t" }).token).toBe("t");
  });
  it("may be used for all its tools, for some, or for none", () => {
    const draft = { ...draftOf(SERVER), isNarrowed: true };
    expect(bodyOf({ ...draft, allowed: " find\nlist,find\n" }).allowedTools).toEqual(["find", "list"]);
    expect(bodyOf({ ...draft, allowed: "" }).allowedTools).toEqual([]);
    expect(draftOf({ ...SERVER, allowedTools: [] }).isNarrowed).toBe(true);
  });
  it("is another one at another address", () => {
    expect(isElsewhere({ ...draftOf(SERVER), url: " https://far.example/mcp " }, SERVER)).toBe(false);
    expect(isElsewhere({ ...draftOf(SERVER), url: "https://far.example/other" }, SERVER)).toBe(true);
    expect(isElsewhere(draftOf(null), null)).toBe(false);
  });
  it("has a name and a limit that the server takes", () => {
    expect(["far", "a-1", "x".repeat(24)].every(isServerName)).toBe(true);
    expect(["", "Far", "far_1", "x".repeat(25), "ñ"].some(isServerName)).toBe(false);
    expect([1, 120, "30"].every(isTimeLimit)).toBe(true);
    expect([0, 121, "", 1.5, "x"].some(isTimeLimit)).toBe(false);
  });
  it("is told what is wrong where it is", () => {
    expect(problemAt("`url`: `x` is not a URL")).toBe("address");
    expect(problemAt("`timeLimitSeconds` is 0; use 1 to 120")).toBe("timeLimit");
    expect(problemAt("a server's name is 1 to 24 lower-case letters, digits and hyphens")).toBe("name");
    expect(problemAt("a tenant lists at most 50 servers; remove one first")).toBeNull();
  });
});

describe("tools that are chosen", () => {
  const tools = [tool("find", "new"), tool("drop", "changed", { risk: "dangerous" }), tool("list", "approved", { risk: "read" }), tool("odd", "withheld", { offeredAs: null })];
  const [find, drop, list, odd] = tools as [McpTool, McpTool, McpTool, McpTool];
  it("are approved as they were seen", () => {
    const picks = picked(picked({}, find, "read"), drop, "dangerous");
    expect(approvalsOf(picks, tools)).toEqual([
      { name: "find", digest: "digest of find", risk: "read" },
      { name: "drop", digest: "digest of drop", risk: "dangerous" },
    ]);
  });
  it("are not chosen any more once they are something else", () => {
    const picks = picked({}, find, "read");
    expect(approvalsOf(picks, [{ ...find, digest: "another" }])).toEqual([]);
  });
  it("are left alone when nothing about them is another, or when they are withheld", () => {
    expect(picked({}, list, "read")).toEqual({});
    expect(approvalsOf(picked({}, list, "write"), tools)).toHaveLength(1);
    expect(picked(picked({}, find, "read"), find, null)).toEqual({});
    const forced: Picks = { [keyOf(odd)]: "read" };
    expect(approvalsOf(forced, tools)).toEqual([]);
  });
  it("are all that are new, with a person asked unless told", () => {
    expect(allNew({}, tools)).toEqual({ [keyOf(find)]: "write" });
    expect(allNew(picked({}, find, "read"), tools)).toEqual({ [keyOf(find)]: "read" });
  });
});

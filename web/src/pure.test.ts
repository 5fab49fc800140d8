// The small pure parts, each with what would break it.
import { describe, expect, it } from "vitest";
import { namesOf } from "./api/names";
import { parseFrame } from "./api/sse";
import type { Assistant, Chunk, Span } from "./api/types";
import { completed, triggerAt } from "./chat/composer/trigger";
import { withoutConfirmed, type Outgoing } from "./chat/log/outbox";
import { cutAtMarkers } from "./chat/markdown/citeMarkers";
import { toolTitle } from "./chat/parts/toolTitle";
import { chatWords } from "./chat/words";
import { argsOf, clock, fieldsOf, labelOf } from "./chat/parts/approvalFields";
import { groupOf } from "./chat/sessionGroups";
import { formatsOf, isDay } from "./i18n/format";
import { count } from "./i18n/words";
import { litPieces } from "./knowledge/highlight";
import { outlineOf } from "./knowledge/outline";
import { costOf, spanTitle } from "./operate/spans";
import { csvText, sorted } from "./parts/csv";
import { findPassage, piecesWith, unitsOf } from "./viewer/passage";

describe("citation markers", () => {
  it("cut the text only where there is a source", () => {
    expect(cutAtMarkers("Yes [1], no [9].", new Set([1]))).toEqual([{ text: "Yes " }, { marker: 1 }, { text: ", no [9]." }]);
  });
  it("may stand side by side and at the end", () => {
    expect(cutAtMarkers("a[1][2]", new Set([1, 2]))).toEqual([{ text: "a" }, { marker: 1 }, { marker: 2 }]);
  });
});

describe("frames", () => {
  it("carry id, event and data over several lines", () => {
    expect(parseFrame("id: 7\nevent: agent:event\ndata: {\ndata: }")).toEqual({ id: "7", event: "agent:event", data: "{\n}" });
  });
  it("of comments are nothing", () => {
    expect(parseFrame(": keep-alive")).toBeNull();
  });
});

describe("what is typed", () => {
  it("asks for suggestions at its start or after a space", () => {
    expect(triggerAt("hola @rec", 9)).toEqual({ sign: "@", query: "rec", from: 5 });
    expect(triggerAt("mail me@example", 15)).toBeNull();
  });
  it("is a command only at the beginning", () => {
    expect(triggerAt("/sha", 4)?.sign).toBe("/");
    expect(triggerAt("and /or", 7)).toBeNull();
  });
  it("is completed in place", () => {
    expect(completed("see #ta now", { sign: "#", query: "ta", from: 4 }, "«a.pdf»")).toEqual({ text: "see «a.pdf» now", caret: 11 });
  });
});

describe("the outbox", () => {
  const outgoing = (part: Partial<Outgoing>): Outgoing => ({ key: "k", text: "hi", assistant: null, attachments: [], replaces: null, state: "sending", messageId: null, problem: null, ...part });
  it("lets a confirmed message go by its id, or by its text before the id is known", () => {
    expect(withoutConfirmed([outgoing({ messageId: "m1" })], "m1", "hi")).toEqual([]);
    expect(withoutConfirmed([outgoing({})], "m1", "hi")).toEqual([]);
  });
  it("keeps a second message with the same text", () => {
    expect(withoutConfirmed([outgoing({ key: "a" }), outgoing({ key: "b" })], "m1", "hi")).toHaveLength(1);
  });
});

describe("arguments to approve", () => {
  it("come back as they were", () => {
    const args = { day: "2026-11-17", seats: 2, paid: false, items: [{ a: 1 }] };
    expect(argsOf(fieldsOf(args))).toEqual(args);
  });
  it("that cannot be read are refused", () => {
    expect(argsOf([{ name: "n", kind: "number", text: "two" }])).toBeNull();
    expect(argsOf([{ name: "n", kind: "json", text: "{" }])).toBeNull();
  });
  it("have names for people and a clock", () => {
    expect(labelOf("createdAt")).toBe("Created at");
    expect([clock(179_000), clock(3_661_000), clock(-5)]).toEqual(["2:59", "1:01:01", "0:00"]);
  });
});

describe("formats", () => {
  const now = new Date("2026-11-16T12:00:00Z");
  it("say how long ago in the reader's language", () => {
    expect(formatsOf("en", "USD").relative("2026-11-16T10:00:00Z", now)).toBe("2 hours ago");
    expect(formatsOf("es", "USD").relative("2026-11-15T12:00:00Z", now)).toBe("ayer");
  });
  it("write sizes, times and numbers", () => {
    expect(formatsOf("en", "USD").bytes(1_500_000)).toBe("1.5 MB");
    expect(formatsOf("en", "USD").bytes(20)).toBe("20 bytes");
    expect(formatsOf("en", "USD").duration(1500)).toBe("1.5 sec");
    expect(formatsOf("es", "USD").decimal(0.1725, 3)).toBe("0,173");
  });
  it("tell money with its currency, and small sums without rounding them away", () => {
    const plain = (text: string) => text.replace(/\s/g, " ");
    expect(formatsOf("en", "USD").cost(1234.5)).toBe("$1,234.50");
    expect(plain(formatsOf("es", "EUR").cost(1234.5))).toBe("1234,50 €");
    expect(formatsOf("en", "EUR").cost(0.00042)).toBe("€0.00042");
    expect(plain(formatsOf("es", "USD").cost(0))).toBe("0,00 US$");
    expect(formatsOf("es", "EUR").currency("EUR")).toBe("euro");
  });
  it("tell a day as that day, wherever the reader is", () => {
    expect(formatsOf("en-GB", "USD").day("2026-11-16")).toBe("16 Nov 2026");
    expect(formatsOf("es", "USD").weekday("2026-11-17")).toBe("martes, 17 de noviembre de 2026");
    expect([isDay("2026-11-17"), isDay("2026-13-40"), isDay("2026-11-17T10:00")]).toEqual([true, false, false]);
  });
  it("count one and many", () => {
    expect([count("en", 1, "file", "files"), count("es", 2000, "archivo", "archivos")]).toEqual(["1 file", "2000 archivos"]);
  });
});

describe("a passage", () => {
  const whole = { quote: null, page: null, start: null, end: null, textHash: null };
  it("is found by characters, not by UTF-16 units", () => {
    expect(unitsOf("😀ab", { start: 1, end: 2 })).toEqual({ start: 2, end: 3 });
  });
  it("is found by its words when the text has changed", () => {
    const passage = { ...whole, start: 0, end: 3, quote: "tea", textHash: "old" };
    expect(findPassage("now tea", passage, "new")).toEqual({ start: 4, end: 7 });
  });
  it("is found on a page whatever the spacing and accents", () => {
    expect(piecesWith(["Para  anular una", "cita hay que", "avisar"], "anular una cita hay que")).toEqual([0, 1]);
    expect(piecesWith(["nothing here"], "avisar con tiempo")).toEqual([]);
  });
});

it("highlights are cut at their marks and stay text", () => {
  expect(litPieces("a <em>b</em> &lt;img&gt;")).toEqual([
    { text: "a ", isHit: false },
    { text: "b", isHit: true },
    { text: " <img>", isHit: false },
  ]);
});

it("an outline has each heading once", () => {
  const chunk = (index: number, sectionPath: string[]) => ({ index, sectionPath, page: null }) as unknown as Chunk;
  const titles = outlineOf([chunk(0, ["A"]), chunk(1, ["A", "B"]), chunk(2, ["A", "B"]), chunk(3, ["C"])]).map((heading) => heading.title);
  expect(titles).toEqual(["A", "B", "C"]);
});

it("a cell that looks like a formula stays text", () => {
  const columns = [{ label: "n", value: (row: string) => row }];
  expect(csvText(columns, ["=1+1", 'a "b", c'])).toBe('n\r\n\'=1+1\r\n"a ""b"", c"');
  expect(sorted([3, 1, 2], (n) => n, true)).toEqual([3, 2, 1]);
});

it("sessions are grouped by day", () => {
  const at = (updatedAt: string, pinnedAt: string | null = null) => ({ updatedAt, pinnedAt }) as Parameters<typeof groupOf>[0];
  const now = new Date(2026, 10, 16, 12);
  expect(groupOf(at(new Date(2026, 10, 16, 1).toISOString()), now)).toBe("today");
  expect(groupOf(at(new Date(2026, 10, 15, 23).toISOString()), now)).toBe("yesterday");
  expect(groupOf(at(new Date(2026, 9, 1).toISOString(), now.toISOString()), now)).toBe("pinned");
});

it("a turn costs what its calls of models cost", () => {
  const span = (kind: string, detail: object) => ({ kind, detail }) as unknown as Span;
  expect(costOf([span("model", { cost: 0.25 }), span("tool", { args: {} }), span("model", { cost: 0.5 })])).toBe(0.75);
});

describe("what was done", () => {
  const agents = [{ name: "booking_dental", title: "Recepción · citas" }];
  const desk: Assistant = { name: "frontdesk", title: "Recepción", description: "", picture: "🛎️", serves: ["guests"], isReady: true, examples: [], agents };
  const names = namesOf({ items: [desk], tools: [{ name: "check_availability", title: "Buscar huecos libres" }] });
  it("is told in words, whoever named the tool", () => {
    const told = (name: string, state: "done" | "failed" | "running") => toolTitle({ name, state }, chatWords.es as (typeof chatWords)["en"], names);
    expect(told("check_availability", "done")).toBe("Usó: buscar huecos libres");
    expect(told("check_availability", "failed")).toBe("No funcionó: buscar huecos libres");
    expect(told("check_dental_urgency", "running")).toBe("Usando: check dental urgency…");
    expect(told("search_knowledge_base", "done")).toBe("Buscó en tus documentos");
  });
  it("is told in traces, too", () => {
    expect(spanTitle({ kind: "route", name: "booking_dental · book_it" }, names)).toBe("Recepción · citas (book it)");
    expect(spanTitle({ kind: "route", name: "booking_dental" }, names)).toBe("Recepción · citas");
    expect(spanTitle({ kind: "wait", name: "check_availability" }, names)).toBe("Buscar huecos libres");
    expect(spanTitle({ kind: "guard", name: "pii_email, tool_tags" }, names)).toBe("pii email, tool tags");
    expect(spanTitle({ kind: "model", name: "gpt-5_mini" }, names)).toBe("gpt-5_mini");
  });
});

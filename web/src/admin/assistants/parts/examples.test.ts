import { describe, expect, it } from "vitest";
import { cellOf, changed, fileOf, intentsOf, newRow, rowsOf, withFile, type Row } from "./examples";

const FILE = [
  '{"text": "¿Qué hay?", "language": "es", "agent": "docs-expert", "intent": "list_documents"}',
  '{"agent":"docs-expert","text":"what is there","weight":2,"language":"en","intent":"list_documents"}',
  "",
].join("\n");

function read(file: string): Row[] {
  const found = rowsOf(file);
  if (!("rows" in found)) throw new Error(`line ${found.wrongLine}`);
  return found.rows;
}

const at = (rows: Row[], place: number): Row => rows[place] as Row;

describe("examples of who answers what", () => {
  it("are written as they were read where nobody touches them", () => {
    expect(fileOf(read(FILE))).toBe(FILE);
    expect(fileOf(read(FILE.replaceAll("\n", "\r\n")))).toBe(FILE);
    expect(fileOf(read(""))).toBe("");
  });
  it("keep keys that are not known here, in their order", () => {
    const rows = read(FILE);
    const file = fileOf([at(rows, 0), changed(at(rows, 1), "text", 'a "quoted" one')]);
    expect(file.split("\n")[1]).toBe('{"agent": "docs-expert", "text": "a \\"quoted\\" one", "weight": 2, "language": "en", "intent": "list_documents"}');
  });
  it("get new rows in the way of packs", () => {
    const row = newRow({ text: "hola", agent: "greeting", intent: "greeting", language: "es" });
    expect(fileOf([row])).toBe('{"text": "hola", "language": "es", "agent": "greeting", "intent": "greeting"}\n');
  });
  it("are rows only if every line is an object", () => {
    expect(rowsOf('{"text": "a"}\nnot json\n')).toEqual({ wrongLine: 2 });
    expect(rowsOf("[1]")).toEqual({ wrongLine: 1 });
    expect(rowsOf("null")).toEqual({ wrongLine: 1 });
    expect(rowsOf('\n\n{"text": ')).toEqual({ wrongLine: 3 });
  });
  it("show what is no text as nothing", () => {
    expect(cellOf(at(read('{"text": 5}'), 0), "text")).toBe("");
    expect(cellOf(at(read("{}"), 0), "agent")).toBe("");
  });
  it("tell what messages are about", () => {
    expect(intentsOf(read(`${FILE}{"text": "x", "intent": "exact"}\n{}`))).toEqual(["exact", "list_documents"]);
  });
});

describe("files", () => {
  it("that are empty are not there", () => {
    expect(withFile({ "a.md": "a" }, "routes.toml", "x")).toEqual({ "a.md": "a", "routes.toml": "x" });
    expect(withFile({ "a.md": "a", "routes.toml": "x" }, "routes.toml", " \n")).toEqual({ "a.md": "a" });
  });
});

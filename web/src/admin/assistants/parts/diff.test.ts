import { describe, expect, it } from "vitest";
import { changesOf, diffOf, piecesOf, type DiffLine } from "./diff";

const SIGNS = { same: " ", added: "+", removed: "-" };
const shown = (lines: DiffLine[]) => lines.map(({ kind, text }) => SIGNS[kind] + text).join("\n");
const side = (lines: DiffLine[], other: DiffLine["kind"]) => lines.filter(({ kind }) => kind !== other).map(({ text }) => text);

describe("a diff", () => {
  it("tells what was added and removed", () => {
    expect(shown(diffOf("a\nb\nc\n", "a\nx\nc\n"))).toBe(" a\n-b\n+x\n c");
    expect(shown(diffOf("a\nb\nc\nd\n", "b\nc\ne\nd\n"))).toBe("-a\n b\n c\n+e\n d");
    expect(shown(diffOf("", "a\nb\n"))).toBe("+a\n+b");
    expect(shown(diffOf("a\n", ""))).toBe("-a");
    expect(diffOf("a\nb\n", "a\nb").every(({ kind }) => kind === "same")).toBe(true);
    expect(diffOf("", "")).toEqual([]);
  });
  it("is as short as can be", () => {
    const lines = diffOf("a\nb\nc\na\nb\nb\na", "c\nb\na\nb\na\nc");
    expect(lines.filter(({ kind }) => kind !== "same")).toHaveLength(5);
  });
  it("has both texts in it, whatever they are", () => {
    let seed = 7;
    const some = () => Array.from({ length: (seed = (seed * 16807) % 2147483647) % 14 }, () => "abcd"[(seed = (seed * 16807) % 2147483647) % 4] ?? "");
    for (let round = 0; round < 300; round += 1) {
      const [before, after] = [some(), some()];
      const lines = diffOf(before.join("\n"), after.join("\n"));
      expect(side(lines, "added")).toEqual(before);
      expect(side(lines, "removed")).toEqual(after);
    }
  });
  it("ends soon with texts that have nothing in common", () => {
    const many = (name: string) => Array.from({ length: 6000 }, (_, n) => `${name} ${n}`).join("\n");
    const lines = diffOf(many("a"), many("b"));
    expect(lines).toHaveLength(12_000);
    expect([lines[0]?.kind, lines.at(-1)?.kind]).toEqual(["removed", "added"]);
  });
  it("leaves out what is far from any change", () => {
    const before = Array.from({ length: 30 }, (_, n) => `line ${n}`);
    const after = before.map((line, n) => (n === 15 ? "another" : line));
    const pieces = piecesOf(diffOf(before.join("\n"), after.join("\n")), 2);
    expect(pieces.map((piece) => ("skipped" in piece ? piece.skipped : shown(piece.lines)))).toEqual([13, " line 13\n line 14\n-line 15\n+another\n line 16\n line 17", 12]);
  });
});

describe("two folders", () => {
  it("differ in the files that are not the same", () => {
    const changes = changesOf({ "pack.toml": "a\nb\n", "prompts/a.md": "x\n", "old.md": "y\n" }, { "pack.toml": "a\nc\n", "prompts/a.md": "x\n", "new.md": "z\n" });
    expect(changes.map(({ path, kind, added, removed }) => [path, kind, added, removed])).toEqual([
      ["new.md", "added", 1, 0],
      ["old.md", "removed", 0, 1],
      ["pack.toml", "changed", 1, 1],
    ]);
  });
});

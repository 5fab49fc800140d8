import { describe, expect, it } from "vitest";
import { blocksOf, inlinesOf } from "./format";

describe("what a visitor reads", () => {
  it("has bold, links, lists and no marks of citations", () => {
    expect(blocksOf("**Hola** [1]\n- una\n- dos\n1. tres")).toEqual([
      { kind: "paragraph", inlines: [{ kind: "bold", text: "Hola" }] },
      { kind: "item", inlines: [{ kind: "text", text: "una" }] },
      { kind: "item", inlines: [{ kind: "text", text: "dos" }] },
      { kind: "paragraph", inlines: [{ kind: "text", text: "1. tres" }] },
    ]);
    expect(inlinesOf("ver https://maps.example/x?a=1.")).toEqual([
      { kind: "text", text: "ver " },
      { kind: "link", text: "https://maps.example/x?a=1", href: "https://maps.example/x?a=1" },
      { kind: "text", text: "." },
    ]);
  });

  it("makes no link of anything but the web", () => {
    expect(inlinesOf("[x](javascript:alert(1))").every((inline) => inline.kind === "text")).toBe(true);
  });
});

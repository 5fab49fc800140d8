import { describe, expect, it } from "vitest";
import { colourOf, initialsOf, signOf } from "./face";

describe("a face", () => {
  it("has the initials of the words that tell something", () => {
    expect(initialsOf("Laboral y Seguridad Social")).toBe("LS");
    expect(initialsOf("Business Central")).toBe("BC");
    expect(initialsOf("Documentos")).toBe("D");
    expect(initialsOf("¿Élite?")).toBe("É");
    expect(initialsOf("de la")).toBe("DL");
    expect(initialsOf("  ")).toBe("");
  });

  it("keeps its colour, as a draft too", () => {
    expect(colourOf("recepcion.draft")).toBe(colourOf("recepcion"));
    expect(new Set(["docs", "legal", "erp", "frontdesk"].map(colourOf)).size).toBe(4);
  });

  it("takes the server's stand-in for no picture", () => {
    expect(signOf("💬")).toBe("");
    expect(signOf("🛎️")).toBe("🛎");
  });
});

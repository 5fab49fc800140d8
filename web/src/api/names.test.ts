import { describe, expect, it } from "vitest";
import { inSentence, namesOf, readable } from "./names";
import type { Assistant } from "./types";

const desk: Assistant = {
  name: "frontdesk",
  title: "Recepción",
  description: "",
  picture: "🛎️",
  serves: ["guests"],
  isReady: true,
  examples: [],
  agents: [
    { name: "booking_dental", title: "Recepción · citas" },
    { name: "untitled_one", title: " " },
    { name: "as_it_was", title: "as_it_was" },
  ],
};
const names = namesOf({ items: [desk], tools: [{ name: "check_availability", title: "Buscar huecos libres" }] });

describe("names", () => {
  it("of agents, tools and assistants are their titles", () => {
    expect(names.agent("booking_dental")).toBe("Recepción · citas");
    expect(names.tool("check_availability")).toBe("Buscar huecos libres");
    expect(names.assistant("frontdesk")).toBe("Recepción");
  });
  it("that nobody has given are made readable, and never nothing", () => {
    expect(names.tool("check_dental_urgency")).toBe("check dental urgency");
    expect(names.agent("untitled_one")).toBe("untitled one");
    expect(names.agent("as_it_was")).toBe("as it was");
    expect(namesOf(undefined).agent("docs-expert")).toBe("docs expert");
    expect([readable("__"), readable("")]).toEqual(["__", "–"]);
  });
  it("lead from an agent to its assistant", () => {
    expect(names.whose("booking_dental")?.name).toBe("frontdesk");
    expect(names.whose("somebody_else")).toBeNull();
  });
  it("of an agent are not those of a tool", () => {
    expect(names.tool("booking_dental")).toBe("booking dental");
  });
  it("begin small inside a sentence, unless they are spelt in capitals", () => {
    expect([inSentence("Buscar huecos libres"), inSentence("ERP: clientes"), inSentence("Órdenes"), inSentence("")]).toEqual(["buscar huecos libres", "ERP: clientes", "órdenes", ""]);
  });
});

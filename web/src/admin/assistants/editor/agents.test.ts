import { expect, it } from "vitest";
import type { AssistantForm } from "../own";
import { movedUp, titlesIn, titleWith, withNewAgent, withoutAgent } from "./agents";

const form = { agents: [{ name: "a" }, { name: "b" }, { name: "c" }] } as AssistantForm;
const names = ({ agents }: AssistantForm) => agents.map(({ name }) => name).join("");

it("moves agents towards the first", () => {
  expect(names(movedUp(form, 2))).toBe("acb");
  expect(names(movedUp(form, 0))).toBe("abc");
  expect(names(withoutAgent(form, 1))).toBe("ac");
});

it("gives a new agent a name that nobody has", () => {
  const four = withNewAgent({ agents: [...form.agents, { name: "agent-5" }] } as AssistantForm, (n) => `agent-${n}`);
  expect(four.agents.at(-1)?.name).toBe("agent-6");
});

it("calls an agent by its title, else by its name", () => {
  const priced = { agents: [{ name: "a", title: { es: "precios", en: "" } }, { name: "b", title: { es: "citas", en: "" } }, { name: "c", title: { es: "citas", en: "" } }] } as AssistantForm;
  expect(titlesIn(priced, "es")).toEqual(["precios", "citas (b)", "citas (c)"]);
  expect(titlesIn(priced, "en")).toEqual(["a", "b", "c"]);
  expect(titleWith(null, "es", "precios")).toEqual({ es: "precios", en: "" });
  expect(titleWith({ es: "precios", en: "" }, "es", " ")).toBe(null);
});

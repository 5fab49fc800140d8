import { describe, expect, it } from "vitest";
import type { Pack } from "../../api/types";
import { choiceNow, choiceOf, draftOf, isAboutVertical, isChanged, isLastOn, isSaveable, lengthOf, LONGEST, reasonsOf, servedBy, titlesOf, withPrompt } from "./choice";
import { shownOf } from "./useShown";

/** As the server tells it: what is not set is left out. */
const PACK = {
  name: "front-desk",
  version: "1",
  description: "Serves customers",
  languages: ["es"],
  enabled: true,
  agents: ["booking", "orders"],
  commands: [],
  settings: { brandVoice: "Warm", instructions: { style: "casual" } },
} as unknown as Pack;

describe("what is said about an assistant", () => {
  it("is unchanged until something is another", () => {
    const draft = draftOf(PACK);
    expect(isChanged(draft, PACK)).toBe(false);
    expect(isChanged({ ...draft, brandVoice: "Warm " }, PACK)).toBe(false);
    expect(isChanged({ ...draft, enabled: false }, PACK)).toBe(true);
    expect(isChanged(withPrompt(draft, "booking", ""), PACK)).toBe(false);
    expect(isChanged(withPrompt(draft, "booking", "You book."), PACK)).toBe(true);
  });
  it("keeps what the form does not show, and leaves to the pack what is empty", () => {
    const draft = withPrompt(withPrompt({ ...draftOf(PACK), brandVoice: " ", name: " Ana " }, "booking", "You book."), "orders", " ");
    expect(choiceOf(draft, PACK.settings)).toEqual({
      enabled: true,
      settings: { name: "Ana", brandVoice: null, vertical: null, prompts: { booking: "You book." }, instructions: { style: "casual" } },
    });
  });
  it("goes back to the pack's own prompt, and to what was said before", () => {
    const told = withPrompt(draftOf(PACK), "booking", "You book.");
    expect(withPrompt(told, "booking", null).prompts).toEqual({});
    expect(choiceNow(PACK)).toEqual({ enabled: true, settings: PACK.settings });
  });
  it("is as long as the server takes, counted in characters", () => {
    expect(lengthOf("🛎️a")).toBe(3);
    const draft = draftOf(PACK);
    expect(isSaveable(withPrompt(draft, "booking", "😀".repeat(LONGEST)))).toBe(true);
    expect(isSaveable(withPrompt(draft, "booking", "a".repeat(LONGEST + 1)))).toBe(false);
  });
  it("is asked about when nobody would be left", () => {
    const others = [{ name: "docs", enabled: false }, PACK];
    expect(isLastOn(others, PACK.name)).toBe(true);
    expect(isLastOn([...others, { name: "legal", enabled: true }], PACK.name)).toBe(false);
  });
  it("is refused at the trade where it is about the trade", () => {
    expect(isAboutVertical("the pack `frontdesk` has nothing for the vertical `zoo`; it has: dental, medical")).toBe(true);
    expect(isAboutVertical("a prompt, a voice and a name are at most 20000 characters long")).toBe(false);
  });
});

describe("how an assistant is shown", () => {
  it("is by its title, or by its name if nobody has seen it on", () => {
    expect(shownOf(PACK, null)).toEqual({ title: "Front desk", description: "Serves customers", face: null });
  });
  it("tells whom it serves", () => {
    expect([servedBy(["members"]), servedBy(["guests"]), servedBy(["members", "guests"])]).toEqual(["members", "guests", "both"]);
  });
  it("tells agents of one title apart", () => {
    const title = (agent: string) => (agent.startsWith("booking") ? "appointments" : agent);
    expect([...titlesOf(["booking", "booking_dental", "hours"], title).values()]).toEqual(["appointments (booking)", "appointments (booking_dental)", "hours"]);
  });
  it("says why it would answer, without what is said beside it", () => {
    expect(reasonsOf(["booking_words", "assistant:frontdesk", "word:cita", "word:cita", "word:mañana"])).toEqual({ words: ["cita", "mañana"], rules: ["booking_words"] });
  });
});

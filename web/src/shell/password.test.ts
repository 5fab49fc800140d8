import { describe, expect, it } from "vitest";
import { Refusal } from "../api/client";
import { fieldOf, mistakeIn } from "./password";

describe("a change of password", () => {
  const good = { current: "what it was", fresh: "what it will be", again: "what it will be" };
  it("is right when all three are", () => {
    expect(mistakeIn(good)).toBeNull();
  });
  it("says at which field something is wrong", () => {
    expect(mistakeIn({ ...good, current: "" })).toEqual({ field: "current", why: "missing" });
    expect(mistakeIn({ ...good, fresh: "", again: "" })).toEqual({ field: "fresh", why: "missing" });
    expect(mistakeIn({ ...good, fresh: "😀".repeat(9) })).toEqual({ field: "fresh", why: "short" });
    expect(mistakeIn({ ...good, fresh: "what it was" })).toEqual({ field: "fresh", why: "same" });
    expect(mistakeIn({ ...good, again: "what it wil be" })).toEqual({ field: "again", why: "different" });
  });
  it("shows a refusal where it belongs", () => {
    expect(fieldOf(new Refusal(401, "wrong_credentials", "no"))).toBe("current");
    expect(fieldOf(new Refusal(422, "invalid_value", "too long"))).toBe("fresh");
    expect(fieldOf(new Refusal(429, "too_many_attempts", "later"))).toBeNull();
    expect(fieldOf(new Error("?"))).toBeNull();
  });
});

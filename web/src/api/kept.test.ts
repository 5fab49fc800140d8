import { describe, expect, it } from "vitest";
import { shelf } from "./kept";

function forbidden(): Storage {
  throw new DOMException("The document is sandboxed", "SecurityError");
}

describe("what is kept", () => {
  it("is kept for the window where the browser forbids storage", () => {
    const window = shelf(forbidden);
    expect(window.lasts()).toBe(false);
    expect(window.read("a")).toBeNull();
    window.keep("a", "1");
    expect(window.read("a")).toBe("1");
    window.keep("a", null);
    expect(window.read("a")).toBeNull();
  });

  it("is in the storage where there is one", () => {
    const items = new Map<string, string>([["a", "0"]]);
    const storage = { getItem: (key: string) => items.get(key) ?? null, setItem: (key: string, value: string) => items.set(key, value), removeItem: (key: string) => items.delete(key) };
    const shelved = shelf(() => storage as unknown as Storage);
    expect(shelved.lasts()).toBe(true);
    expect(shelved.read("a")).toBe("0");
    shelved.keep("a", "1");
    expect(items.get("a")).toBe("1");
    shelved.keep("a", null);
    expect(items.has("a")).toBe(false);
  });
});

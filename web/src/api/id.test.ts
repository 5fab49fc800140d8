import { afterEach, expect, it, vi } from "vitest";
import { newId } from "./id";

afterEach(() => vi.unstubAllGlobals());

it("is a random UUID on a page that did not come safely, too", () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal("crypto", { getRandomValues: getRandomValues.bind(crypto) });
  const ids = new Set(Array.from({ length: 50 }, newId));
  expect(ids.size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

import { afterEach, expect, it, vi } from "vitest";
import { persistently } from "./persistently";

afterEach(() => void vi.useRealTimers());

it("asks again until it is there, and not in haste", async () => {
  vi.useFakeTimers();
  let asked = 0;
  const load = () => (++asked < 6 ? Promise.reject(new Error("offline")) : Promise.resolve("there"));
  const found = persistently(load);
  await vi.advanceTimersByTimeAsync(299);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(1 + 1000 + 3000 + 10_000 + 10_000);
  expect(asked).toBe(6);
  expect(await found).toBe("there");
});

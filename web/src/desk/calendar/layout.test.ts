import { expect, test } from "vitest";
import { clockOf, minutesOf, mondayOf, nowIn, partOf, plusDays, sideBySide } from "./layout";

test("clocks and days", () => {
  expect(minutesOf("09:30")).toBe(570);
  expect(clockOf(minutesOf("24:00"))).toBe("24:00");
  expect(plusDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(mondayOf("2026-11-22")).toBe("2026-11-16");
  expect(nowIn("America/Mexico_City", new Date("2026-11-18T02:05:00Z"))).toEqual({ date: "2026-11-17", minutes: 20 * 60 + 5 });
});

test("what overlaps stands side by side, and only that", () => {
  const placed = sideBySide(
    [
      { from: 0, to: 60 },
      { from: 30, to: 90 },
      { from: 60, to: 120 },
      { from: 120, to: 150 },
    ],
    (span) => span,
  );
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});

test("a block is on each of its days, for as long as it is that day", () => {
  const block = { localStart: "2026-11-18T22:00", localEnd: "2026-11-20T00:00" };
  expect(["17", "18", "19", "20"].map((day) => partOf(block, `2026-11-${day}`))).toEqual([null, { from: 1320, to: 1440 }, { from: 0, to: 1440 }, null]);
});

import { expect, test } from "vitest";
import { FIELDS, isFaultOf, trimmed } from "./fields";

const faulty = (problem: string) => FIELDS.services.filter((field) => isFaultOf(problem, field)).map((field) => field.name);

test("a fault stands beside the field that it names", () => {
  expect(faulty("`people` is from 20 to 6; swap them")).toEqual(["people"]);
  expect(faulty("`buffer_minutes` is 7; use 0, 5, 10 … 720")).toEqual(["buffer_minutes"]);
  expect(faulty("it has neither `price` nor both `price_min` and `price_max`")).toEqual(["price", "price_min", "price_max"]);
  expect(faulty("a duration of 7 minutes cannot be kept")).toEqual([]);
});

test("how many may come is not said where both ends are empty", () => {
  expect(trimmed({ people: { from: undefined, to: undefined }, minutes: 90 })).toEqual({ minutes: 90 });
  expect(trimmed({ people: { from: undefined, to: 6 } })).toEqual({ people: { to: 6 } });
});

import { expect, test } from "vitest";
import { canBeHad, countOf, put, totalOf, type Basket, type Dish } from "./basket";

const dish = (id: string, price: string, left: number | null = null, available = true): Dish => ({ id, version: "1", left, value: { id, name: { es: id }, category: { es: "x" }, price, available } });

test("a basket holds no more than there is, and costs what the menu says", () => {
  const [agua, pesca] = [dish("agua", "20.50"), dish("pesca", "210", 2)];
  let basket: Basket = {};
  for (let times = 0; times < 3; times++) basket = put(put(basket, pesca, 1), agua, 1);
  expect(basket).toEqual({ pesca: { quantity: 2, notes: "" }, agua: { quantity: 3, notes: "" } });
  expect([countOf(basket), totalOf(basket, [agua, pesca])]).toEqual([5, "481.5"]);
  expect(put(put(basket, pesca, -1), pesca, -5)).toEqual({ agua: { quantity: 3, notes: "" } });
  expect([canBeHad(agua), canBeHad(dish("mole", "1", null, false)), canBeHad(dish("flan", "1", 0))]).toEqual([true, false, false]);
});

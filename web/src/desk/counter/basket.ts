// What is ordered, and what it comes to. Pure; the server counts anew, by its own prices.
import type { DishValue, Piece } from "../types";

export type Dish = Piece<DishValue>;

/** How many of each, and what is noted of it. */
export type Basket = Record<string, { quantity: number; notes: string }>;

export const MOST_OF_ONE = 100;

/** How many there are of it; none if that does not matter. */
export const leftOf = (dish: Dish): number | null => dish.left ?? null;

export const canBeHad = (dish: Dish) => dish.value.available !== false && leftOf(dish) !== 0;

export function put(basket: Basket, dish: Dish, by: number): Basket {
  const most = Math.min(MOST_OF_ONE, leftOf(dish) ?? MOST_OF_ONE);
  const { [dish.id]: before, ...others } = basket;
  const quantity = Math.min(most, Math.max(0, (before?.quantity ?? 0) + by));
  return quantity === 0 ? others : { ...others, [dish.id]: { quantity, notes: before?.notes ?? "" } };
}

/** In hundredths, so that nothing is lost by adding. */
export function totalOf(basket: Basket, menu: Dish[]): string {
  const hundredths = menu.reduce((sum, dish) => sum + Math.round(Number(dish.value.price) * 100) * (basket[dish.id]?.quantity ?? 0), 0);
  return String(hundredths / 100);
}

export const countOf = (basket: Basket) => Object.values(basket).reduce((sum, line) => sum + line.quantity, 0);

// Which models each tier asks, and in which order: pure moves.
import type { Tiers } from "../../api/types";

export const TIERS = ["fast", "balanced", "premium"] as const;
export type Tier = (typeof TIERS)[number];

export interface Place {
  tier: Tier;
  name: string;
}

export const isEmpty = (tiers: Tiers): boolean => TIERS.every((tier) => tiers[tier].length === 0);

export const isSameOrder = (one: Tiers, other: Tiers): boolean => TIERS.every((tier) => one[tier].join("\n") === other[tier].join("\n"));

/** What a tier without models of its own asks. */
export function borrowed(tiers: Tiers): string[] {
  const found = (["balanced", "fast", "premium"] as const).find((tier) => tiers[tier].length > 0);
  return found ? tiers[found] : [];
}

export function without(tiers: Tiers, { tier, name }: Place): Tiers {
  return { ...tiers, [tier]: tiers[tier].filter((other) => other !== name) };
}

/** At this place of the chain, or at its end; once. */
export function withModel(tiers: Tiers, { tier, name }: Place, at = tiers[tier].length): Tiers {
  const rest = tiers[tier].filter((other) => other !== name);
  return { ...tiers, [tier]: rest.toSpliced(at, 0, name) };
}

/** One step towards the first or the last. */
export function stepped(tiers: Tiers, { tier, name }: Place, by: -1 | 1): Tiers {
  const at = tiers[tier].indexOf(name) + by;
  return at < 0 || at >= tiers[tier].length ? tiers : withModel(tiers, { tier, name }, at);
}

/** Dragged from a chain to a place in the same or another one: in front of the model that is there. */
export function dropped(tiers: Tiers, from: Place, to: Tier, before: string | null): Tiers {
  if (from.tier === to && from.name === before) return tiers;
  const taken = without(tiers, from);
  const at = before === null ? -1 : taken[to].indexOf(before);
  return withModel(taken, { tier: to, name: from.name }, at === -1 ? taken[to].length : at);
}

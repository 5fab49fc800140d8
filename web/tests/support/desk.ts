// What the tests of the front desk share.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Stage } from "./stage.ts";
import { expect } from "./test.ts";

/** Whoever comes first imports the business, with one click; the tabs are there as soon as it is known that there is one. */
export async function openDesk(page: Page, stage: Stage, demo: string, view = "calendar"): Promise<void> {
  await page.goto(`${stage.url}/desk`);
  const button = page.getByRole("button", { name: new RegExp(demo) });
  const tabs = page.getByRole("navigation", { name: "Views of the front desk" });
  await expect(button.or(tabs)).toBeVisible();
  if (await button.isVisible()) await button.click();
  await expect(tabs).toBeVisible();
  await page.goto(`${stage.url}/desk/${view}`);
}

export async function isAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`)).toEqual([]);
}

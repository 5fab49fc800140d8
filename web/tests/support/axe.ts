import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What axe finds serious or critical: all of it, or by one rule. */
export async function serious(page: Page, rule?: string): Promise<string[]> {
  const axe = new AxeBuilder({ page });
  const { violations } = await (rule ? axe.withRules(rule) : axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"])).analyze();
  return violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}

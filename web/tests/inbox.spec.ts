import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { Stage } from "./support/stage.ts";
import { api, ask, expect, test } from "./support/test.ts";

/** Somebody who writes to the business, in a browser of their own. */
async function customerOf(browser: Browser, stage: Stage, name: string): Promise<Page> {
  const email = `${name.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const password = "a customer's password";
  await api(stage, "POST", "/api/users", { email, name, role: "member", password });
  const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await page.request.post(`${stage.url}/api/auth/login`, { data: { email, password } });
  await page.goto(`${stage.url}/chat`);
  return page;
}

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze();
  return violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}

test("an angry customer gets a person, and then the assistant again", async ({ app, stage, browser }) => {
  const customer = await customerOf(browser, stage, "Luis");
  await ask(customer, "I am furious, get me a human");
  await expect(customer.getByText("A person was asked to help.")).toBeVisible();

  await app.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox 1" }).click();
  const entry = app.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /Luis/ });
  await expect(entry).toContainText("High");
  await expect(entry).toContainText("Charged twice");
  await entry.click();
  const talk = app.getByRole("region", { name: "Conversation", exact: true });
  await expect(talk).toContainText("I am furious");
  await expect(app.getByText("The assistant answers here.")).toBeVisible();
  expect(await serious(app)).toEqual([]);

  await app.getByRole("button", { name: "Take over" }).click();
  await expect(customer.getByText(/answers here now/)).toBeVisible();
  await ask(customer, "are you a robot?");
  await expect(talk).toContainText("are you a robot?");
  const reply = app.getByRole("textbox", { name: "Reply to the customer" });
  await reply.fill("No, I am Ana. You get your money back today.");
  await reply.press("Enter");
  await expect(customer.getByText("No, I am Ana.").first()).toBeVisible();
  // The scripted assistant would have repeated the question.
  await expect(customer.getByText("are you a robot?")).toHaveCount(1);

  await app.getByRole("textbox", { name: "Note" }).fill("Refund is on its way.");
  await app.getByRole("button", { name: "Add a note" }).click();
  await expect(app.getByRole("region", { name: "Notes" })).toContainText("Refund is on its way.");
  await expect(customer.getByText("Refund is on its way.")).toHaveCount(0);
  expect(await serious(app)).toEqual([]);

  await app.getByRole("button", { name: "Give back" }).click();
  await expect(customer.getByText("The assistant answers again")).toBeVisible();
  await ask(customer, "what about the weather?");
  await expect(customer.getByText("It is sunny.").first()).toBeVisible();
  await app.getByText("Closed", { exact: true }).first().click();
  await expect(app.getByRole("region", { name: "Conversations" }).getByRole("link", { name: /Luis/ })).toBeVisible();
  await customer.context().close();
});

test("on a phone the list and the conversation come one after the other", async ({ app, stage, browser }) => {
  const customer = await customerOf(browser, stage, "Marta");
  await ask(customer, "I am furious, get me a human");
  await expect(customer.getByText("A person was asked to help.")).toBeVisible();
  await app.setViewportSize({ width: 390, height: 780 });
  await app.goto(`${stage.url}/inbox`);
  await app.getByRole("link", { name: /Marta/ }).click();
  await expect(app.getByRole("button", { name: "Take over" })).toBeVisible();
  expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await serious(app)).toEqual([]);
  await app.getByRole("button", { name: "Close" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(app.getByText("This is closed.")).toBeVisible();
  await app.getByRole("link", { name: "Back to the list" }).click();
  await expect(app.getByRole("link", { name: /Marta/ })).toHaveCount(0);
  await customer.context().close();
});

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { PASSWORD, type Stage } from "./support/stage.ts";
import { addFile, api, ask, expect, newChat, ours, signIn, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs", "frontdesk"] } });

interface Assistants {
  items: { name: string; title: string; description: string; isReady: boolean; examples: string[]; agents: { name: string; title: string }[] }[];
}

const picker = (page: Page) => page.getByRole("button", { name: /^Choose an assistant/ });

async function assistants(stage: Stage): Promise<Map<string, Assistants["items"][number]>> {
  const reply = await fetch(`${stage.url}/api/assistants`, { headers: { ...stage.owner, "accept-language": "en" } });
  const { items } = (await reply.json()) as Assistants;
  return new Map(items.map((assistant) => [assistant.name, assistant]));
}

/** Signed in with what the owner gave them. */
async function member(page: Page, stage: Stage): Promise<void> {
  const email = `eva-${crypto.randomUUID().slice(0, 8)}@example.org`;
  const { id } = await api<{ id: string }>(stage, "POST", "/api/users", { email, name: "Eva", role: "member" });
  const { url } = await api<{ url: string }>(stage, "POST", `/api/users/${id}/link`, {});
  await page.goto(ours(stage, url));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
}

test("an assistant is found and chosen from the keyboard, and stays with the chat", async ({ app, stage, browser }) => {
  const docs = (await assistants(stage)).get("docs");
  if (!docs) throw new Error("the docs pack is on");
  await expect(picker(app)).toContainText("Automatic");
  await picker(app).focus();
  await app.keyboard.press("Enter");
  const search = app.getByRole("combobox", { name: "Search assistants" });
  await expect(search).toBeFocused();
  await expect(app.getByRole("option").first()).toContainText("Chooses for you who answers");
  await expect(app.getByRole("option", { name: docs.title })).toContainText(docs.description);
  const { violations } = await new AxeBuilder({ page: app }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze();
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id }) => id)).toEqual([]);
  await search.fill(docs.title.slice(0, 5));
  await app.keyboard.press("Enter");
  await expect(picker(app)).toContainText(docs.title);
  await expect(app.getByPlaceholder(`Ask ${docs.title}…`)).toBeVisible();
  await ask(app, "What are my documents about?");
  await expect(app).toHaveURL(/\/chat\/.+/);
  await app.reload();
  await expect(picker(app)).toContainText(docs.title);

  // It is the chat's, not this browser's.
  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const page = await elsewhere.newPage();
  await signIn(page, stage);
  await page.goto(app.url());
  await expect(picker(page)).toContainText(docs.title);
  await elsewhere.close();

  await picker(app).click();
  await app.getByRole("option", { name: /^Automatic/ }).click();
  await expect(picker(app)).toContainText("Automatic");
  const session = new URL(app.url()).pathname.replace("/chat/", "");
  await expect.poll(async () => (await api<{ assistant: string | null }>(stage, "GET", `/api/chat/sessions/${session}`)).assistant).toBeNull();
  // The next new chat begins with whoever fits.
  await newChat(app).click();
  await expect(picker(app)).toContainText("Automatic");
});

test("an example is asked of the assistant beside it, whose name its answer has", async ({ app, stage }) => {
  const docs = (await assistants(stage)).get("docs");
  if (!docs) throw new Error("the docs pack is on");
  const examples = app.getByRole("list", { name: "Examples" }).getByRole("button");
  await expect(examples.first()).toBeVisible();
  expect(await examples.count()).toBeLessThanOrEqual(5);
  const example = examples.filter({ hasText: docs.title }).first();
  const shown = (await example.textContent()) ?? "";
  const asked = docs.examples.find((text) => shown.includes(text));
  if (!asked) throw new Error(`none of its examples: ${shown}`);
  await example.click();
  const article = app.getByRole("article");
  await expect(article).toContainText(asked);
  await article.getByRole("button", { name: "Tokens and time" }).click();
  await expect(app.getByRole("dialog").locator("dd").first()).toHaveText(docs.agents[0]?.title ?? "");
});

test("an owner is told once that there is no model, others never", async ({ app, stage, browser }) => {
  const notice = app.getByText(/^No language model/);
  await expect(notice).toBeVisible();
  await app.getByRole("button", { name: "Hide this notice" }).click();
  await expect(notice).toBeHidden();
  await app.reload();
  await expect(app.getByRole("region", { name: "First steps" })).toBeVisible();
  await expect(notice).toBeHidden();

  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const page = await elsewhere.newPage();
  await member(page, stage);
  await expect(page.getByRole("list", { name: "Examples" })).toBeVisible();
  await expect(page.getByText(/language model|provider/i)).toHaveCount(0);
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  // Nor who is to be asked for what is missing.
  await picker(page).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Set up the front desk" })).toHaveCount(0);
  await elsewhere.close();
});

test("an assistant that lacks something cannot be chosen, and says what and where", async ({ app, stage }) => {
  const desk = (await assistants(stage)).get("frontdesk");
  if (!desk) throw new Error("the front desk is on");
  // The demo has a clinic already: here it has none yet.
  await app.route("**/api/assistants", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Assistants;
    await route.fulfill({ response, json: { ...reply, items: reply.items.map((one) => (one.name === "frontdesk" ? { ...one, isReady: false } : one)) } });
  });
  await app.reload();
  await expect(app.getByRole("list", { name: "Examples" })).not.toContainText(desk.title);
  await picker(app).click();
  const waiting = app.getByRole("region", { name: "Not ready yet" });
  await expect(waiting).toContainText(desk.title);
  await expect(app.getByRole("option", { name: desk.title })).toHaveCount(0);
  await waiting.getByRole("link", { name: "Set up the front desk" }).click();
  await expect(app).toHaveURL(/\/desk/);
});

test("first steps are ticked off, hidden, and found again", async ({ app, stage }) => {
  const steps = app.getByRole("region", { name: "First steps" });
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  await addFile(stage, "tarifas.md", "# Tarifas\n\nUna limpieza cuesta 60 €.\n");
  await app.reload();
  await expect(step("Your documents")).toContainText("Done");
  await expect(step("Your documents").getByRole("link")).toHaveCount(0);
  await expect(step("Your model").getByRole("link", { name: "Add a model" })).toHaveAttribute("href", "/admin/models");
  await steps.getByRole("button", { name: "Hide first steps" }).click();
  await app.reload();
  await expect(app.getByRole("list", { name: "Examples" })).toBeVisible();
  await expect(steps).toHaveCount(0);
  await app.getByRole("button", { name: "Account" }).click();
  await app.getByRole("menuitem", { name: "First steps" }).click();
  await expect(app.getByRole("listitem").filter({ hasText: "Your model" })).toBeVisible();
});

test("a password is changed, and what is wrong is said where it is", async ({ page, stage }) => {
  await member(page, stage);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change password" });
  const [current, fresh, again] = [dialog.getByLabel("Current password"), dialog.getByLabel("New password", { exact: true }), dialog.getByLabel("New password, once more")];
  const change = dialog.getByRole("button", { name: "Change password" });
  await current.fill("not what it is");
  await fresh.fill("another long password");
  await again.fill("another long pasword");
  await change.click();
  await expect(again).toHaveAccessibleDescription(/not the same/);
  await again.fill("another long password");
  await change.click();
  await expect(current).toHaveAttribute("aria-invalid", "true");
  await current.fill(PASSWORD);
  await change.click();
  await expect(page.getByText("Password changed.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

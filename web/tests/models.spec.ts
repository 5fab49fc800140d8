// From nothing to a model that answers. The provider is another server of ours: it speaks what OpenAI's clients speak.
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import { startStage, type Stage } from "./support/stage.ts";
import { api, ask, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, demo: false, packs: ["docs"] } });
// Each begins with what the one before left.
test.describe.configure({ mode: "serial" });

let far: Stage;
test.beforeAll(async () => {
  far = await startStage();
});
test.afterAll(() => far.stop());

const address = () => `${far.url}/v1`;

/** A secret must not be in what the server says, nor in the document. */
function keepSecret(page: Page, secret: string): { leaks: string[] } {
  const seen = { leaks: [] as string[] };
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    if (text.includes(secret)) seen.leaks.push(response.url());
  });
  return seen;
}

async function openModels(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/admin/models`);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
}

async function answered(page: Page, stage: Stage, question: string): Promise<string> {
  await page.goto(`${stage.url}/chat`);
  await ask(page, question);
  const turn = page.getByRole("article").last();
  await expect(turn).toHaveAttribute("data-state", "done");
  return turn.innerText();
}

test("an owner gets from nothing to a model that answers", async ({ app, stage }) => {
  const secret = keepSecret(app, far.apiKey);
  await app.getByRole("region", { name: "First steps" }).getByRole("link", { name: "Add a model" }).click();
  await expect(app.getByRole("heading", { name: "No language model yet" })).toBeVisible();
  await app.getByRole("button", { name: "Add a provider" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("button", { name: /^Your own server/ }).click();
  await expect(dialog.getByLabel("Address")).toBeFocused();
  await dialog.getByLabel("Address").fill(address());

  // A wrong key: what to do, and in the provider's own words.
  const key = dialog.getByLabel("Key (optional)", { exact: true });
  await key.fill("wrong");
  await dialog.getByRole("button", { name: "See its models" }).click();
  await expect(dialog.getByText(/^The key is not accepted/)).toBeVisible();
  await dialog.getByText("In the provider’s own words").click();
  await expect(dialog.getByText(/HTTP 401/)).toBeVisible();

  await key.fill(far.apiKey);
  await dialog.getByRole("button", { name: "See its models" }).click();
  const models = dialog.getByRole("list", { name: "Which of its models may be used?" });
  await expect(models.getByRole("checkbox").first()).toBeVisible();
  for (const box of await models.getByRole("checkbox").all()) if (await box.isChecked()) await box.uncheck();
  await expect(dialog.getByRole("button", { name: "Try it" })).toBeDisabled();
  if ((await models.getByRole("checkbox", { name: /^scripted/ }).count()) === 0) await dialog.getByLabel("Search its models").fill("scripted");
  await models.getByRole("checkbox", { name: /^scripted/ }).check();
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await expect(dialog.getByRole("button", { name: "Save without trying" })).toBeEnabled();

  // Prices are of today, unless told.
  await dialog.getByRole("button", { name: "Limits and prices of scripted" }).click();
  await dialog.getByLabel("Price in, per million tokens").fill("2.5");
  await expect(dialog.getByLabel("Prices of", { exact: true })).toHaveValue(new Date().toISOString().slice(0, 10));

  expect(await serious(app)).toEqual([]);
  await dialog.getByRole("button", { name: "Try it" }).click();
  await expect(dialog.getByText("scripted answers")).toBeVisible();
  await expect(dialog.getByText("Say hello in one short sentence.")).toBeVisible();
  expect(await app.content()).not.toContain(far.apiKey);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(app.getByText("Saved. local is in force from now on.")).toBeVisible();
  await expect(dialog).toHaveCount(0);

  const card = app.getByRole("listitem", { name: "local" });
  await expect(card).toContainText("Has a key");
  await expect(card).toContainText("Set up here");
  const row = app.getByRole("row", { name: /^local\/scripted/ });
  await expect(row).toContainText("$2.50");
  await expect(row).toContainText("Answers");
  await expect(app.getByRole("region", { name: "Balanced" })).toContainText("local/scripted");
  await card.getByRole("button", { name: "Try local" }).click();
  await expect(card.getByText("scripted answers")).toBeVisible();
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);
  await app.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(app.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  expect(await serious(app, "color-contrast")).toEqual([]);

  expect(await answered(app, stage, "What about the weather?")).toContain("It is sunny.");
  await expect(app.getByText(/^No language model/)).toHaveCount(0);
  await openModels(app, stage);
  expect(await app.content()).not.toContain(far.apiKey);
  expect(secret.leaks).toEqual([]);
});

test("tiers are put in order by keyboard and by dragging, and a version is restored", async ({ app, stage }) => {
  await openModels(app, stage);
  const balanced = app.getByRole("region", { name: "Balanced" });
  const order = () => balanced.getByRole("listitem").allInnerTexts();
  await expect(balanced.getByRole("listitem")).toHaveText(["local/scripted"]);
  await balanced.getByRole("combobox", { name: "Add a model to Balanced" }).click();
  await app.getByRole("option", { name: "extractive" }).click();
  const up = balanced.getByRole("button", { name: "Move extractive up in Balanced" });
  await up.focus();
  await app.keyboard.press("Enter");
  expect(await order()).toEqual(["extractive", "local/scripted"]);
  await expect(balanced.getByRole("button", { name: "Move extractive down in Balanced" })).toBeFocused();
  await expect(balanced.getByRole("status")).toHaveText("extractive is now 1 of 2 in Balanced.");
  await balanced.getByRole("listitem").filter({ hasText: "local/scripted" }).dragTo(balanced.getByRole("listitem").filter({ hasText: "extractive" }));
  expect(await order()).toEqual(["local/scripted", "extractive"]);
  await balanced.getByRole("listitem").filter({ hasText: "extractive" }).dragTo(app.getByRole("region", { name: "Fast" }));
  await expect(app.getByRole("region", { name: "Fast" }).getByRole("listitem")).toHaveText(["extractive"]);
  await app.getByRole("button", { name: "Save tiers" }).click();
  await expect(app.getByText("Saved. The tiers are in force from now on.")).toBeVisible();
  const kept = await api<{ ownTiers: unknown }>(stage, "GET", "/api/models/setup");
  expect(kept.ownTiers).toEqual({ fast: ["extractive"], balanced: ["local/scripted"], premium: [] });
  await expect(app.getByRole("region", { name: "Premium" })).toContainText("it asks local/scripted");

  const history = app.getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText("Tiers were changed");
  await expect(history.getByRole("listitem").first()).toContainText("In force");
  await expect(history).toContainText("Keys are not part of versions");
  await history.getByRole("button", { name: "Restore version 1", exact: true }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(app.getByText("Version 1 is in force again.")).toBeVisible();
  await expect(app.getByRole("region", { name: "Fast" }).getByRole("listitem")).toHaveCount(0);
  await expect(history.getByRole("listitem").first()).toContainText("Version 1 was restored");
});

test("a provider is edited with its key kept, shared, and removed; a restored one has no key", async ({ app, stage }) => {
  await openModels(app, stage);
  const card = app.getByRole("listitem", { name: "local" });
  await card.getByRole("button", { name: "Edit local" }).click();
  const dialog = app.getByRole("dialog");
  await dialog.getByRole("button", { name: "Limits and prices of scripted" }).click();
  await dialog.getByLabel("Window, in tokens").fill("32000");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(app.getByRole("row", { name: /^local\/scripted/ })).toContainText("32,000");
  await expect(card).toContainText("Has a key");

  // Another address: the key was not for it.
  await card.getByRole("button", { name: "Edit local" }).click();
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByLabel("Address").fill("ftp://far");
  await expect(dialog.getByText(/^The key there is was for another address/)).toBeVisible();
  await dialog.getByRole("button", { name: "See its models" }).click();
  await expect(dialog.getByText(/is no http or https address/)).toBeVisible();
  await expect(dialog.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await app.keyboard.press("Escape");

  await card.getByRole("switch", { name: "Share with all organisations" }).click();
  await expect(app.getByText("All organisations may use local from now on.")).toBeVisible();
  await expect(card).toContainText("For all organisations");
  await card.getByRole("button", { name: "Remove local" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(app.getByRole("heading", { name: "No language model yet" })).toBeVisible();
  await app.getByRole("button", { name: "Show more" }).click();
  await app.getByRole("button", { name: "Restore version 1", exact: true }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Restore" }).click();
  await expect(app.getByText(/No key came back for local/)).toBeVisible();
  await expect(card).toContainText("No key");
});

test("a server that runs nearby is offered and tried in one click", async ({ app, stage }) => {
  await app.route("**/api/models/nearby", (route) => route.fulfill({ json: { items: [{ name: "ollama", baseUrl: "http://127.0.0.1:9/v1", models: ["qwen3:8b"] }] } }));
  await openModels(app, stage);
  await expect(app.getByText("Ollama is running here with 1 model.")).toBeVisible();
  await app.getByRole("button", { name: "Use Ollama" }).click();
  const dialog = app.getByRole("dialog");
  await expect(dialog.getByRole("checkbox", { name: /^qwen3:8b/ })).toBeChecked();
  // Nobody is there after all.
  await expect(dialog.getByText("qwen3:8b does not answer")).toBeVisible();
  await expect(dialog.getByText(/^There is no connection to that address/)).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Save without trying" }).click();
  await expect(app.getByText(/^Saved. No tier asks the models of ollama yet/)).toBeVisible();
  await expect(app.getByRole("listitem", { name: "ollama" })).toBeVisible();
});

test("a member sees no models, and is given none", async ({ stage, browser }) => {
  const email = `eva-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await api(stage, "POST", "/api/users", { email, name: "Eva", role: "member", password: "eva has a password" });
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.request.post(`${stage.url}/api/auth/login`, { data: { email, password: "eva has a password" } });
  await page.goto(`${stage.url}/chat`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  await page.goto(`${stage.url}/admin/models`);
  await expect(page.getByRole("link", { name: "Models" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a provider" })).toHaveCount(0);
  expect((await page.request.get(`${stage.url}/api/models/setup`)).status()).toBe(403);
  await context.close();
});

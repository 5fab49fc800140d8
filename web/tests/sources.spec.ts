import { addFile, api, ask, expect, ours, signIn, test } from "./support/test.ts";

const PRICES = "# Precios\n\nLa parcela de caravana cuesta 20 € por noche.\n";
const RULES = "# Normas\n\nCon caravana se entra hasta las diez de la noche.\n";

test("a citation shows its quote on hover and on focus, and opens the document at the passage", async ({ app, stage }) => {
  await addFile(stage, "precios.md", PRICES);
  await addFile(stage, "normas.md", RULES);
  await ask(app, "caravan please");
  const answer = app.getByRole("article");
  const marker = answer.getByRole("button", { name: /^Source 1: / });
  const name = ((await marker.getAttribute("aria-label")) ?? "").replace("Source 1: ", "");
  const preview = app.getByRole("dialog").filter({ hasText: name });
  await marker.hover();
  await expect(preview.locator("blockquote")).toContainText(/caravana/);
  await app.mouse.move(0, 0);
  await expect(preview).toBeHidden();
  await marker.focus();
  await expect(preview.locator("blockquote")).toContainText(/caravana/);
  await app.keyboard.press("Enter");
  const panel = app.getByRole("complementary", { name: "Source" });
  await expect(panel.getByText(name, { exact: true })).toBeVisible();
  await expect(panel.getByTestId("passage").first()).toContainText(/caravana/);
});

test("sources are leafed through as cards, in the panel, and on a phone in a sheet", async ({ app, stage, browser }) => {
  await addFile(stage, "precios.md", PRICES);
  await addFile(stage, "normas.md", RULES);
  await ask(app, "caravan please");
  const cards = app.getByRole("list", { name: /^\d+ sources$/ }).getByRole("button");
  await expect(cards.nth(1)).toBeVisible();
  const total = await cards.count();
  await cards.nth(1).click();
  const panel = app.getByRole("complementary", { name: "Source" });
  await expect(panel.getByText(`2 of ${total}`)).toBeVisible();
  await expect(panel.getByTestId("passage").first()).toBeVisible();
  const second = await panel.locator("strong").first().textContent();
  await panel.getByRole("button", { name: "Previous source" }).click();
  await expect(panel.getByText(`1 of ${total}`)).toBeVisible();
  await expect(panel.getByTestId("passage").first()).toBeVisible();
  expect(await panel.locator("strong").first().textContent()).not.toBe(second);
  await panel.getByRole("button", { name: "Previous source" }).click();
  await expect(panel.getByText(`${total} of ${total}`)).toBeVisible();
  await panel.getByRole("button", { name: "Next source" }).press("Enter");
  await expect(panel.getByText(`1 of ${total}`)).toBeVisible();
  await app.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  const phone = await browser.newContext({ locale: "en-GB", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const small = await phone.newPage();
  await signIn(small, stage);
  await small.goto(app.url());
  await small.getByRole("list", { name: /^\d+ sources$/ }).getByRole("button").first().tap();
  const sheet = small.getByRole("dialog", { name: "Source" });
  await expect(sheet.getByText(`1 of ${total}`)).toBeVisible();
  await expect(sheet.getByTestId("passage").first()).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(sheet).toBeHidden();
  await phone.close();
});

test("a share link opens the chat to read, sources and all, and nothing to write with, until it is ended", async ({ app, stage, browser }) => {
  await addFile(stage, "precios.md", PRICES);
  await addFile(stage, "normas.md", RULES);
  await ask(app, "caravan please");
  await expect(app.getByRole("list", { name: /^\d+ sources$/ })).toBeVisible();
  const id = app.url().split("/").at(-1) ?? "";
  await app.locator("header").getByRole("button", { name: /^Options of/ }).click();
  await app.getByRole("menuitem", { name: "Share…" }).click();
  await app.getByRole("button", { name: "Make a link" }).click();
  const link = ours(stage, await app.getByRole("dialog").getByRole("textbox", { name: "Share, read-only" }).inputValue());

  const stranger = await browser.newContext({ locale: "en-GB" });
  const page = await stranger.newPage();
  await page.goto(link);
  await expect(page.getByText("A read-only copy of a chat.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "caravan please" })).toBeVisible();
  await expect(page.getByText(/A pitch costs 20 €/)).toBeVisible();
  await expect(page.locator("blockquote").filter({ hasText: "caravana" }).first()).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button")).toHaveCount(0);
  const refused = await page.request.get(`${stage.url}/api/chat/sessions/${id}/events`);
  expect(refused.status()).toBe(401);

  await app.getByRole("dialog").getByRole("button", { name: "End this link" }).first().click();
  await expect(app.getByText("Nobody else can read this chat.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This link does not work any more")).toBeVisible();
  expect((await api<{ items: unknown[] }>(stage, "GET", `/api/chat/sessions/${id}/shares`)).items).toEqual([]);
  await stranger.close();
});

import { ask, expect, signIn, test, watch } from "./support/test.ts";

const LAST_WORD = /word60/;

test("an answer streams in and stays after a reload", async ({ app }) => {
  await ask(app, "slowly please");
  await expect(app.getByRole("article").getByText("word5")).toBeVisible();
  await expect(app.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(app.getByRole("article").getByText(LAST_WORD)).toBeVisible();
  await expect(app.getByText("No source used")).toBeVisible();
  await app.reload();
  await expect(app.getByRole("article").getByText(LAST_WORD)).toBeVisible();
  await expect(app.getByRole("article").getByText("slowly please")).toHaveCount(1);
});

test("Esc stops an answer, and what was said stays", async ({ app }) => {
  await ask(app, "slowly please");
  await expect(app.getByRole("article").getByText("word5")).toBeVisible();
  await app.keyboard.press("Escape");
  await expect(app.getByText("Stopped. What was said by then is kept.")).toBeVisible();
  await expect(app.getByRole("button", { name: "Stop" })).toBeHidden();
});

test("thinking, tools and a plan are shown, and a tool opens to what it was given", async ({ app }) => {
  await ask(app, "appointment please");
  await expect(app.getByRole("region", { name: "Plan" })).toContainText("1 of 2 done");
  await expect(app.getByText("Thoughts")).toBeVisible();
  await app.getByText("Used check calendar").click();
  await expect(app.getByText('"16:00"')).toBeVisible();
});

test("a call is approved with changes, and another one rejected", async ({ app }) => {
  await ask(app, "appointment please");
  const card = app.getByTestId("approval");
  await expect(card).toContainText("17:00");
  await expect(card.getByRole("timer")).toContainText("left");
  await card.getByRole("button", { name: "Edit" }).click();
  await card.getByLabel("Hour").fill("18:30");
  await card.getByRole("button", { name: "Approve with changes" }).click();
  await expect(app.getByText("Approved with changes")).toBeVisible();
  await expect(app.getByRole("article").getByText("Tuesday 17 November at 17:00")).toBeVisible();
  await app.getByText("Used create appointment").click();
  await expect(app.locator("details[open]").getByText('"hour": "18:30"')).toBeVisible();

  await app.getByRole("link", { name: "New chat" }).click();
  await ask(app, "appointment again");
  await app.getByTestId("approval").getByLabel(/^Reason/).fill("not today");
  await app.getByTestId("approval").getByRole("button", { name: "Reject" }).click();
  await expect(app.getByText("Rejected")).toBeVisible();
  await expect(app.getByText(/^Rejected.*not today$/)).toBeVisible();
});

test("a connection cut in the middle of an answer loses and doubles nothing", async ({ app, stage }) => {
  await ask(app, "slowly please");
  await expect(app.getByRole("article").getByText("word5")).toBeVisible();
  stage.cut();
  await expect(app.getByText("Reconnecting…")).toBeVisible();
  await app.getByRole("textbox", { name: "Message" }).fill("said in the dark");
  await app.keyboard.press("Enter");
  await expect(app.getByText("said in the dark")).toBeVisible();
  await expect(app.getByRole("button", { name: "Send again" })).toBeVisible();
  await stage.mend();
  await expect(app.getByRole("article").getByText(LAST_WORD)).toBeVisible({ timeout: 20_000 });
  await app.getByRole("button", { name: "Send again" }).click();
  await expect(app.getByRole("button", { name: "Send again" })).toBeHidden();
  await app.reload();
  await expect(app.getByRole("article").getByText(LAST_WORD)).toHaveCount(1);
  await expect(app.getByRole("article")).toHaveCount(2);
});

test("two tabs are in step", async ({ app, context, stage }) => {
  await ask(app, "code please");
  await expect(app.getByText("print('hola')", { exact: true })).toBeVisible();
  const second = await context.newPage();
  await second.goto(app.url());
  await expect(second.getByText("print('hola')", { exact: true })).toBeVisible();
  await ask(second, "slowly please");
  await expect(app.getByRole("article").getByText("slowly please")).toBeVisible();
  await expect(app.getByRole("article").getByText("word5")).toBeVisible();
  await expect(app.getByRole("article").getByText(LAST_WORD)).toBeVisible();
  await expect(second.getByRole("article").getByText(LAST_WORD)).toBeVisible();
  expect(second.url()).toContain(stage.url);
});

test("a hostile answer is only text", async ({ page, stage }) => {
  const seen = watch(page, stage.url);
  await signIn(page, stage);
  await ask(page, "hostile please");
  await expect(page.getByText("is no source.")).toHaveCount(2);
  await expect(page.getByText("Image not loaded: beacon")).toBeVisible();
  await expect(page.getByText("2,850 more rows not shown")).toBeVisible();
  const answer = page.getByRole("article");
  await expect(answer.locator("script, iframe, style, img")).toHaveCount(0);
  const links = await answer.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links).toEqual(["https://example.org/page"]);
  expect(await page.evaluate(() => (window as unknown as { hacked?: number }).hacked)).toBeUndefined();
  expect(seen).toEqual({ violations: [], outside: [] });
});

test("a chat from the keyboard alone", async ({ app }) => {
  // The composer has the focus from the start.
  await app.keyboard.type("code please");
  await app.keyboard.press("Shift+Enter");
  await app.keyboard.type("in python");
  await app.keyboard.press("Enter");
  await expect(app.getByText("print('hola')", { exact: true })).toBeVisible();
  await app.keyboard.press("ArrowUp");
  await expect(app.getByText("Editing your message")).toBeVisible();
  await expect(app.getByRole("textbox", { name: "Message" })).toHaveValue("code please\nin python");
  await app.keyboard.press("Escape");
  await expect(app.getByText("Editing your message")).toBeHidden();
  await app.keyboard.type("@bill");
  await expect(app.getByRole("option", { name: /billing/ })).toBeVisible();
  await app.keyboard.press("Enter");
  await expect(app.getByPlaceholder("Ask billing…")).toBeVisible();
  await app.keyboard.type("/ren");
  await app.keyboard.press("Enter");
  await expect(app.getByRole("dialog")).toBeVisible();
  await app.keyboard.press("Control+a");
  await app.keyboard.type("From the keyboard");
  await app.keyboard.press("Enter");
  await expect(app.getByRole("heading", { name: "From the keyboard" })).toBeVisible();
  await app.keyboard.press("Control+k");
  await expect(app.getByRole("combobox", { name: "Search and commands" })).toBeFocused();
  await app.keyboard.type("documents");
  await app.keyboard.press("Control+a");
  await app.keyboard.type("Go to Knowledge");
  await app.keyboard.press("Enter");
  await expect(app.getByRole("heading", { name: "Knowledge" })).toBeVisible();
});

test("a draft is kept per chat", async ({ app }) => {
  await app.getByRole("textbox", { name: "Message" }).fill("half a thought");
  await app.goto(app.url().replace("/chat", "/knowledge"));
  await app.goto(app.url().replace("/knowledge", "/chat"));
  await expect(app.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");
});

test("a chat is renamed, pinned, shared, exported and deleted", async ({ app, context }) => {
  await ask(app, "code please");
  await expect(app.getByText("print('hola')", { exact: true })).toBeVisible();
  const menu = () => app.locator("header").getByRole("button", { name: /^Options of/ }).click();
  await menu();
  await app.getByRole("menuitem", { name: "Rename" }).click();
  await app.getByLabel("Title").fill("Short code");
  await app.getByRole("button", { name: "Save" }).click();
  await expect(app.getByRole("link", { name: "Short code" })).toBeVisible();
  await menu();
  await app.getByRole("menuitem", { name: "Pin" }).click();
  await expect(app.getByRole("heading", { name: "Pinned" })).toBeVisible();
  await menu();
  const download = app.waitForEvent("download");
  await app.getByRole("menuitem", { name: "Export as Markdown" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.md$/);
  await menu();
  await app.getByRole("menuitem", { name: "Share…" }).click();
  await app.getByRole("button", { name: "Make a link" }).click();
  const link = await app.getByRole("dialog").locator("input[readonly]").inputValue();
  const stranger = await context.browser()?.newPage();
  await stranger?.goto(link);
  await expect(stranger?.getByText("print('hola')") ?? app.locator("never")).toBeVisible();
  await stranger?.close();
  await app.keyboard.press("Escape");
  await menu();
  await app.getByRole("menuitem", { name: "Delete" }).click();
  await app.getByRole("button", { name: "Delete" }).click();
  await expect(app.getByRole("link", { name: "Short code" })).toHaveCount(0);
});

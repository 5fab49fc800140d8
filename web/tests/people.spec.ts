import { EMAIL } from "./support/stage.ts";
import { ask, expect, ours, test, watch } from "./support/test.ts";
import { readFile } from "node:fs/promises";

test("a person is added, comes in with a one-time link, and an operator opens what they asked", async ({ app, stage, browser }) => {
  const email = `ana-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await app.goto(`${stage.url}/admin/users`);
  await app.getByRole("button", { name: "Add a person" }).click();
  const adding = app.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Name").fill("Ana");
  await adding.getByLabel("Email").fill(email);
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  const shown = app.getByRole("dialog", { name: "Make a one-time link" });
  const link = ours(stage, await shown.getByRole("textbox").inputValue());
  expect(link).toContain("/welcome#link_");
  await shown.getByRole("button", { name: "Close" }).click();
  await expect(app.getByRole("row", { name: new RegExp(email) })).toContainText("May come in");

  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const page = await elsewhere.newPage();
  const seen = watch(page, stage.url);
  await page.goto(link);
  await page.getByLabel("Password").fill("short");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page).toHaveURL(/\/welcome/);
  await page.getByLabel("Password").fill("ana has a password");
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await ask(page, "appointment please");
  await expect(page.getByTestId("approval")).toBeVisible();
  // A member has neither people nor keys to look after.
  await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
  const record = new URL(page.url()).pathname.replace("/chat/", "/operate/sessions/");
  expect(seen).toEqual({ violations: [], outside: [] });

  const again = await elsewhere.newPage();
  await again.goto(link);
  await again.getByLabel("Password").fill("another password");
  await again.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(again.getByRole("alert")).toContainText(/link/);
  await elsewhere.close();

  await app.goto(`${stage.url}/operate/sessions`);
  const row = app.getByRole("row", { name: new RegExp(email) });
  await row.locator(`a[href="${record}"]`).click();
  await expect(app.getByText(email)).toBeVisible();
  await expect(app.getByText("Chain intact")).toBeVisible();
  await expect(app.getByRole("table", { name: "Where the time went" })).toContainText("create appointment");
  const events = app.getByRole("region", { name: "Events" });
  await events.locator("summary", { hasText: "user_message_confirmed" }).click();
  await expect(events.locator("details[open]").getByText('"appointment please"')).toBeVisible();
  // It is not the operator's to talk in.
  await expect(app.getByRole("link", { name: "Open the chat" })).toHaveCount(0);
  await app.goto(`${stage.url}${record.replace("/operate/sessions/", "/chat/")}`);
  await expect(app.getByText("This chat is not there any more")).toBeVisible();
});

test("somebody is locked out at once, and let in again", async ({ app, stage, browser }) => {
  const email = `luis-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await app.goto(`${stage.url}/admin/users`);
  await app.getByRole("button", { name: "Add a person" }).click();
  const adding = app.getByRole("dialog", { name: "Add a person" });
  await adding.getByLabel("Name").fill("Luis");
  await adding.getByLabel("Email").fill(email);
  await adding.getByLabel("Password (optional)", { exact: true }).fill("luis has a password");
  await adding.getByRole("button", { name: "Add", exact: true }).click();
  const row = app.getByRole("row", { name: new RegExp(email) });
  await expect(row).toContainText("May come in");
  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const page = await elsewhere.newPage();
  await page.goto(`${stage.url}/chat`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("luis has a password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await row.getByRole("button", { name: "Options of Luis" }).click();
  await app.getByRole("menuitem", { name: "Lock out" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Lock out" }).click();
  await expect(row).toContainText("Locked out");
  await page.reload();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await row.getByRole("button", { name: "Options of Luis" }).click();
  await app.getByRole("menuitem", { name: "Let in again" }).click();
  await expect(row).toContainText("May come in");
  await elsewhere.close();
});

test("usage is taken away as CSV, as it is sorted", async ({ app, stage }) => {
  await ask(app, "weather please");
  await expect(app.getByRole("article").getByText("It is sunny.")).toBeVisible();
  await app.goto(`${stage.url}/operate/usage?by=user&show=numbers`);
  const row = app.getByRole("row", { name: new RegExp(EMAIL) });
  await expect(row).toBeVisible();
  await app.getByRole("button", { name: "Tokens written" }).click();
  await expect(app).toHaveURL(/sort=outputTokens\.up/);
  const download = app.waitForEvent("download");
  await app.getByRole("button", { name: "Export CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("usage.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text.startsWith("\ufeff")).toBe(true);
  const [head = "", ...lines] = text.slice(1).trim().split("\r\n").map((line) => line.split(","));
  expect(head.length).toBeGreaterThan(4);
  expect(head).toContain("Cost (USD)");
  const written = head.indexOf("Tokens written");
  const numbers = lines.map((line) => Number(line[written]));
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(Math.max(...numbers)).toBeGreaterThan(0);
  // People by their addresses: an id says nothing in a spreadsheet.
  expect(lines.map((line) => line[0])).toContain(EMAIL);
});

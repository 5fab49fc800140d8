// Who answers, and how: switched on and off, told how to speak, tried with a message.
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import type { Stage } from "./support/stage.ts";
import { api, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "frontdesk"] } });
// Each begins with what the one before left.
test.describe.configure({ mode: "serial" });

interface Pack {
  name: string;
  enabled: boolean;
  settings: { name?: string; brandVoice?: string; vertical?: string; prompts?: Record<string, string> };
}

async function pack(stage: Stage, name: string): Promise<Pack | undefined> {
  const { items } = await api<{ items: Pack[] }>(stage, "GET", "/api/packs");
  return items.find((one) => one.name === name);
}

const card = (page: Page, title: string) => page.getByRole("list", { name: "Assistants" }).getByRole("listitem", { name: title, exact: true });

async function openAssistants(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/admin/assistants`);
  await expect(card(page, "Front desk")).toBeVisible();
}

async function openFrontDesk(page: Page, stage: Stage): Promise<void> {
  await openAssistants(page, stage);
  await card(page, "Front desk").getByRole("link", { name: "Open Front desk" }).click();
  await expect(page.getByRole("heading", { name: "Front desk", level: 2 })).toBeVisible();
}

test("assistants are shown with their agents, switched off, and on again in one click", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Assistants" }).click();
  const desk = card(app, "Front desk");
  await expect(desk).toContainText("Serves colleagues and customers");
  await expect(card(app, "Documents")).toContainText("Serves colleagues");
  await desk.getByText(/agents, with tools$/).click();
  await expect(desk.getByRole("list", { name: /^Tools of / }).first()).toBeVisible();
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);

  await card(app, "Documents").getByRole("switch", { name: "Documents is on" }).press("Space");
  await expect(app.getByText("Documents is off.")).toBeVisible();
  await expect(card(app, "Documents")).toContainText("Off: nobody can ask it.");
  expect((await pack(stage, "docs"))?.enabled).toBe(false);
  await app.getByRole("button", { name: "Undo" }).click();
  await expect(app.getByText("It is as it was before.")).toBeVisible();
  await expect(card(app, "Documents").getByRole("switch")).toBeChecked();
  expect((await pack(stage, "docs"))?.enabled).toBe(true);
});

test("the last one that is on is not switched off unasked", async ({ app, stage }) => {
  await api(stage, "PUT", "/api/packs/docs", { enabled: false });
  await api(stage, "PUT", "/api/packs/legal", { enabled: false });
  await openAssistants(app, stage);
  const toggle = card(app, "Front desk").getByRole("switch");
  await toggle.press("Space");
  const dialog = app.getByRole("dialog", { name: "Switch Front desk off?" });
  await expect(dialog).toContainText("It is the last one that is on.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(toggle).toBeChecked();
  expect((await pack(stage, "frontdesk"))?.enabled).toBe(true);
  await api(stage, "PUT", "/api/packs/docs", { enabled: true });
  await api(stage, "PUT", "/api/packs/legal", { enabled: true });
});

test("how an assistant speaks is a draft until it is saved, and the last save is taken back", async ({ app, stage }) => {
  await openFrontDesk(app, stage);
  await expect(app.getByRole("link", { name: "Assistants", exact: true })).toHaveAttribute("aria-current", "page");
  const save = app.getByRole("button", { name: "Save", exact: true });
  await expect(save).toBeDisabled();
  await app.getByLabel("Name it goes by").fill("Ana");
  await app.getByLabel("Brand voice").fill("Warm and brief.");
  const hours = app.getByRole("listitem", { name: "Front desk · opening hours", exact: true });
  await expect(hours).toContainText("The pack’s own prompt");
  await hours.getByRole("button", { name: /^Replace the prompt/ }).click();
  const prompt = hours.getByRole("textbox");
  await prompt.fill("a".repeat(20_001));
  await expect(hours).toContainText("20,001 of 20,000 characters");
  await expect(prompt).toHaveAttribute("aria-invalid", "true");
  await expect(save).toBeDisabled();
  await prompt.fill("You tell when we are open.");
  await expect(app.getByText("Not saved yet")).toBeVisible();
  expect((await pack(stage, "frontdesk"))?.settings).toEqual({});

  // A link, and the way back, ask first.
  const dialog = app.getByRole("dialog", { name: "Leave without saving?" });
  await app.getByRole("link", { name: "All assistants" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await app.evaluate(() => history.back());
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(app).toHaveURL(/\/admin\/assistants\/frontdesk$/);
  await expect(prompt).toHaveValue("You tell when we are open.");

  await save.click();
  await expect(app.getByText("Saved. It holds from the next message on.")).toBeVisible();
  expect((await pack(stage, "frontdesk"))?.settings).toEqual({ name: "Ana", brandVoice: "Warm and brief.", prompts: { hours: "You tell when we are open." } });
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);
  await app.getByRole("button", { name: "Undo the last save" }).click();
  await expect(app.getByText("It is as it was before.")).toBeVisible();
  await expect(app.getByLabel("Name it goes by")).toHaveValue("");
  expect((await pack(stage, "frontdesk"))?.settings).toEqual({});
});

test("a prompt goes back to the pack's own; a trade that the pack does not know is refused at its field", async ({ app, stage }) => {
  await api(stage, "PUT", "/api/packs/frontdesk", { enabled: true, settings: { prompts: { hours: "You tell when we are open." }, instructions: { style: "casual" } } });
  await openFrontDesk(app, stage);
  const hours = app.getByRole("listitem", { name: "Front desk · opening hours", exact: true });
  await expect(hours.getByRole("textbox")).toHaveValue("You tell when we are open.");
  await hours.getByRole("button", { name: /^Back to the pack’s own prompt/ }).click();
  await expect(hours).toContainText("The pack’s own prompt");
  await app.getByLabel("Trade").fill("zoo");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await expect(app.getByLabel("Trade")).toHaveAttribute("aria-invalid", "true");
  await expect(app.getByText(/has nothing for the vertical `zoo`; it has: dental/)).toBeVisible();
  await app.getByLabel("Trade").fill("dental");
  await app.getByRole("button", { name: "Save", exact: true }).click();
  await expect(app.getByText("Saved. It holds from the next message on.")).toBeVisible();
  // What the form does not show stays.
  const kept = (await pack(stage, "frontdesk"))?.settings;
  expect(kept).toMatchObject({ vertical: "dental", instructions: { style: "casual" } });
  expect(kept?.prompts).toBeUndefined();
});

test("who would answer a message is told, with the reason", async ({ app, stage }) => {
  await openAssistants(app, stage);
  const box = app.getByRole("region", { name: "Who would answer?" });
  await box.getByRole("textbox", { name: "A message" }).fill("artículo 48 del ET");
  await box.getByRole("button", { name: "See who" }).click();
  await expect(box.getByRole("status")).toContainText("Assistant: Labour law (Spain)");
  await expect(box.getByRole("status")).toContainText(/% sure/);

  // The same message, to somebody who was chosen beforehand.
  await openFrontDesk(app, stage);
  await box.getByRole("textbox", { name: "A message" }).fill("artículo 48 del ET");
  await box.getByRole("checkbox", { name: "Front desk was chosen beforehand" }).check();
  await box.getByRole("button", { name: "See who" }).click();
  await expect(box.getByRole("status")).toContainText("Assistant: Front desk");
});

test("first steps and the palette lead there", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin/first-steps`);
  await app.getByRole("main").getByText("Also worth a look:").getByRole("link", { name: "Assistants" }).click();
  await expect(card(app, "Front desk")).toBeVisible();
  await app.keyboard.press("Control+k");
  await app.getByRole("combobox", { name: "Search and commands" }).fill("Go to Organisation");
  await app.keyboard.press("Enter");
  await expect(app).toHaveURL(/\/admin\/organisation$/);
});

// Assistants of a tenant's own: begun, changed, tried, put live, rolled back, taken along.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import { PASSWORD, type Stage } from "./support/stage.ts";
import { api, ask, expect, ours, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "frontdesk"] } });

interface Detail {
  draft: { revision: number } | null;
  live: { version: number } | null;
  files: Record<string, string>;
  form: { title: { es: string; en: string }; agents: { name: string; tools: string[]; prompt: string }[] } | null;
  faults: { field: string | null }[];
}

const path = (name: string) => `/api/assistants/own/${name}`;
const detail = (stage: Stage, name: string) => api<Detail>(stage, "GET", path(name));
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const save = (page: Page) => page.getByRole("button", { name: "Save draft" });
const own = (page: Page, title: string) => page.getByRole("list", { name: "Your own" }).getByRole("listitem", { name: title, exact: true });

/** A copy of the documents' assistant that nobody else works on, in front of the reader. */
async function copyOf(page: Page, stage: Stage, name: string, from = "docs"): Promise<Detail> {
  const begun = await api<Detail>(stage, "POST", "/api/assistants/own", { name, from });
  await page.goto(`${stage.url}/admin/assistants/own/${name}`);
  await expect(save(page)).toBeDisabled();
  return begun;
}

/** Gives its agents names that no other has, so that it stands in nobody's place. */
async function apart(stage: Stage, name: string): Promise<void> {
  const { files } = await detail(stage, name);
  const other = (text: string) => text.replaceAll("docs-expert", `${name}-expert`);
  const renamed = Object.fromEntries(Object.entries(files).map(([file, text]) => [other(file), other(text)]));
  await api(stage, "PUT", `${path(name)}/draft`, { after: 1, files: renamed });
}

async function goLive(page: Page, note: string, version = 1): Promise<void> {
  await page.getByRole("button", { name: "Check and go live" }).click();
  const dialog = page.getByRole("dialog", { name: "Check and go live" });
  await expect(dialog.getByText("Messages that reach the right agent")).toBeVisible({ timeout: 240_000 });
  await dialog.getByLabel("What was changed").fill(note);
  await dialog.getByRole("button", { name: "Go live", exact: true }).click();
  // Some of what it is tried with may come out wrong: then it is asked once more. The version
  // before may still be told of meanwhile.
  const sure = dialog.getByRole("button", { name: "Go live all the same" });
  const told = page.getByText(`Version ${version} is live`);
  await expect(sure.or(told).first()).toBeVisible();
  if (await sure.isVisible()) await sure.click();
  await expect(told).toBeVisible();
}

test("a copy is changed, asked as a draft, put live, and answers in place of what it was copied from", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin/assistants`);
  const docs = app.getByRole("list", { name: "Assistants" }).getByRole("listitem", { name: "Documents", exact: true });
  await docs.getByRole("button", { name: "Copy Documents and edit the copy" }).click();
  const dialog = app.getByRole("dialog", { name: "Copy Documents" });
  await expect(dialog.getByLabel("Short name")).toHaveValue("my-docs");
  await dialog.getByLabel("Short name").fill("my docs");
  await expect(dialog.getByRole("button", { name: "Copy and edit" })).toBeDisabled();
  await dialog.getByLabel("Short name").fill("archive");
  await dialog.getByRole("button", { name: "Copy and edit" }).click();
  await expect(app).toHaveURL(/\/admin\/assistants\/own\/archive/);
  await expect(app.getByRole("heading", { name: "Documents", level: 2 })).toBeVisible();

  await app.getByLabel("Title, in English").fill("Archive");
  await expect(app.getByText("Not saved yet")).toBeVisible();
  await tab(app, "Agents").click();
  await app.getByLabel("What it does, in a word or two, in English").fill("shelves");
  await app.getByLabel("What it does, in a word or two, in Spanish").fill("estantes");
  await app.keyboard.press("Control+s");
  await expect(app.getByText("The draft is saved.", { exact: true })).toBeVisible();
  await expect(save(app)).toBeDisabled();
  expect((await detail(stage, "archive")).form?.title.en).toBe("Archive");

  // The draft answers beside it, and nobody else.
  const trial = region(app, "Try it");
  await expect(trial).toContainText("The draft answers, as it was last saved.");
  await trial.getByRole("textbox", { name: "Message" }).fill("What are my documents about?");
  await app.keyboard.press("Enter");
  await expect(trial.getByRole("article")).toHaveAttribute("data-state", "done");
  const asked = await api<{ items: { assistant: string | null }[] }>(stage, "GET", "/api/chat/sessions");
  expect(asked.items[0]?.assistant).toBe("archive.draft");
  await app.reload();
  await expect(trial.getByRole("article")).toContainText("What are my documents about?");
  await trial.getByRole("button", { name: "Start anew" }).click();
  await expect(trial.getByRole("article")).toHaveCount(0);
  expect((await api<{ items: { name: string }[] }>(stage, "GET", "/api/assistants")).items.map(({ name }) => name)).not.toContain("archive");

  await goLive(app, "first of all");
  await expect(trial).toContainText("There is no draft: what is live answers.");
  expect(await detail(stage, "archive")).toMatchObject({ live: { version: 1 }, draft: null });
  await app.goto(`${stage.url}/admin/assistants`);
  await expect(own(app, "Archive")).toContainText("Live · version 1");
  await expect(own(app, "Archive")).toContainText("Answers in place of Doc");
  await expect(app.getByText("Archive, one of your own, answers in its place.")).toBeVisible();
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);

  await app.goto(`${stage.url}/chat`);
  await app.getByRole("button", { name: /^Choose an assistant/ }).click();
  await app.getByRole("option", { name: /^Archive/ }).click();
  await ask(app, "What are my documents about?");
  const article = app.getByRole("article");
  await expect(article).toHaveAttribute("data-state", "done");
  await article.getByRole("button", { name: "Tokens and time" }).click();
  await expect(app.getByRole("dialog").locator("dd").first()).toHaveText("Archive · shelves");

  await app.goto(`${stage.url}/admin/assistants`);
  await own(app, "Archive").getByRole("button", { name: "More for Archive" }).click();
  await app.getByRole("menuitem", { name: "Delete" }).click();
  await app.getByRole("dialog", { name: "Delete Archive?" }).getByRole("button", { name: "Delete" }).click();
  await expect(app.getByText("Archive was deleted.")).toBeVisible();
  await expect(own(app, "Archive")).toHaveCount(0);
  await expect(docs).toContainText("Serves colleagues");
});

test("a second version is rolled back, and a draft is thrown away", async ({ app, stage }) => {
  await copyOf(app, stage, "rolled");
  await apart(stage, "rolled");
  await app.reload();
  await tab(app, "Agents").click();
  await app.getByLabel("Prompt", { exact: true }).fill("The first of all prompts.");
  await goLive(app, "one");
  await app.getByLabel("Prompt", { exact: true }).fill("The second of all prompts.");
  await goLive(app, "two", 2);
  expect((await detail(stage, "rolled")).files["prompts/rolled-expert.md"]).toBe("The second of all prompts.\n");

  await tab(app, "Versions").click();
  const versions = app.getByRole("list", { name: "Versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await app.getByRole("button", { name: "Compare version 1 with now" }).click();
  const changes = region(app, "Between version 1 and now");
  await expect(changes).toContainText("The first of all prompts.");
  await expect(changes).toContainText("The second of all prompts.");
  expect(await serious(app)).toEqual([]);
  await changes.getByRole("button", { name: "Put in force again" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Put in force again" }).click();
  await expect(app.getByText("Version 1 is in force again.")).toBeVisible();
  expect(await detail(stage, "rolled")).toMatchObject({ live: { version: 3 }, files: { "prompts/rolled-expert.md": "The first of all prompts.\n" } });
  await tab(app, "Agents").click();
  await expect(app.getByLabel("Prompt", { exact: true })).toHaveValue("The first of all prompts.");

  await app.getByLabel("Prompt", { exact: true }).fill("A third one.");
  await save(app).click();
  await expect(app.getByText("The draft is saved.", { exact: true })).toBeVisible();
  await app.getByRole("button", { name: /^More for/ }).click();
  await app.getByRole("menuitem", { name: "Throw the draft away" }).click();
  await app.getByRole("dialog", { name: "Throw the draft away?" }).getByRole("button", { name: "Throw the draft away" }).click();
  await expect(app.getByLabel("Prompt", { exact: true })).toHaveValue("The first of all prompts.");
  expect((await detail(stage, "rolled")).draft).toBeFalsy();
});

test("what is wrong is listed, leads to its field and stands at it; it cannot go live until it is mended", async ({ app, stage }) => {
  const begun = await copyOf(app, stage, "faulty");
  const form = structuredClone(begun.form);
  form?.agents[0]?.tools.push("fly");
  await api(stage, "PUT", `${path("faulty")}/draft`, { after: 1, form });
  await app.reload();
  const faults = app.getByRole("list", { name: "1 fault keeps it from going live" });
  await expect(faults).toContainText("`fly`");
  await expect(region(app, "Try it")).toContainText("It cannot be asked as it is.");
  await app.getByRole("button", { name: "Check and go live" }).click();
  await expect(app.getByText("With faults it cannot go live. They are listed above.")).toBeVisible();
  await expect(tab(app, "Agents")).toHaveAttribute("aria-selected", "true");

  await tab(app, "Voice").click();
  await faults.getByRole("button", { name: /^Show: / }).click();
  await expect(tab(app, "Agents")).toHaveAttribute("aria-selected", "true");
  const tools = app.getByRole("group", { name: "Tools" });
  await expect(tools.getByRole("alert")).toContainText("`fly`");
  await expect(app.getByRole("button", { name: "Choose tools" })).toBeFocused();
  expect(await serious(app)).toEqual([]);
  await tools.getByRole("button", { name: "Take fly out" }).click();
  // Others are chosen with what they do to the world.
  await app.getByRole("button", { name: "Choose tools" }).click();
  const choosing = app.getByRole("dialog");
  await choosing.getByRole("textbox", { name: "Find a tool" }).fill("escalate");
  await expect(choosing.getByRole("listitem").first()).toContainText(/Changes|Dangerous|Reads/);
  await choosing.getByRole("checkbox").first().check();
  await choosing.getByRole("button", { name: "Done" }).click();
  await save(app).click();
  await expect(app.getByText("The draft is saved.", { exact: true })).toBeVisible();
  await expect(faults).toHaveCount(0);
  const saved = (await detail(stage, "faulty")).form?.agents[0]?.tools ?? [];
  expect(saved).not.toContain("fly");
  expect(saved).toContain("escalate_to_human");
});

test("text and fields are changed one at a time, and a fault of a file stands at its line", async ({ app, stage }) => {
  await copyOf(app, stage, "as-text");
  await app.getByLabel("Title, in English").fill("In words");
  await tab(app, "Files").click();
  const text = app.getByRole("textbox", { name: "Text of pack.toml" });
  await expect(text).toHaveAttribute("readonly");
  await expect(app.getByText("Fields were changed. Save them, and pack.toml and prompts can be changed as text again.")).toBeVisible();
  await save(app).click();
  await expect(text).not.toHaveAttribute("readonly");
  await expect(text).toHaveValue(/In words/);

  const before = await text.inputValue();
  await text.fill(before.replace("In words", "In other words"));
  await tab(app, "Identity").click();
  await expect(app.getByLabel("Title, in English")).toBeDisabled();
  await save(app).click();
  await expect(app.getByLabel("Title, in English")).toHaveValue("In other words");
  await expect(app.getByLabel("Title, in English")).toBeEnabled();

  await tab(app, "Files").click();
  await text.fill("name = ");
  await save(app).click();
  const faults = app.getByRole("list", { name: /keeps? it from going live$/ });
  await expect(faults).toContainText("pack.toml, line 1");
  await faults.getByRole("button", { name: /^Show: / }).first().click();
  await expect(text).toBeFocused();
  await expect(text).toHaveAttribute("aria-invalid", "true");
  expect(await serious(app)).toEqual([]);
  await tab(app, "Identity").click();
  await expect(app.getByText("pack.toml cannot be read, so its fields cannot be shown.")).toBeVisible();
  await app.getByRole("button", { name: "Open Files" }).click();
  await text.fill(before);

  // Another file, and one that no assistant can have.
  await app.getByRole("button", { name: "Add a file" }).click();
  await app.getByLabel("Path").fill("knowledge/a.md");
  await expect(app.locator("form").getByRole("button", { name: "Add a file" })).toBeDisabled();
  await app.getByLabel("Path").fill("evals/more.txt");
  await app.locator("form").getByRole("button", { name: "Add a file" }).click();
  await app.getByRole("textbox", { name: "Text of evals/more.txt" }).fill("More.");
  await save(app).click();
  await expect(app.getByText("The draft is saved.", { exact: true }).last()).toBeVisible();
  expect((await detail(stage, "as-text")).files).toMatchObject({ "pack.toml": before, "evals/more.txt": "More." });
});

test("who was faster is not written over, and nothing is left unasked", async ({ app, stage }) => {
  const begun = await api<Detail>(stage, "POST", "/api/assistants/own", { name: "shared", from: "docs" });
  await app.goto(`${stage.url}/admin/assistants`);
  await app.locator('a[href="/admin/assistants/own/shared"]').click();
  await app.getByLabel("Title, in English").fill("Mine");
  await api(stage, "PUT", `${path("shared")}/draft`, { after: 1, form: { ...begun.form, title: { es: "Suyo", en: "Theirs" } } });
  await save(app).click();
  await expect(app.getByRole("alert")).toContainText("Somebody else saved this in between, so yours is not saved.");
  await expect(app.getByLabel("Title, in English")).toHaveValue("Mine");
  await expect(save(app)).toBeDisabled();
  expect((await detail(stage, "shared")).form?.title.en).toBe("Theirs");

  const leaving = app.getByRole("dialog", { name: "Leave without saving?" });
  await app.getByRole("link", { name: "All assistants" }).click();
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await app.evaluate(() => history.back());
  await leaving.getByRole("button", { name: "Cancel" }).click();
  await expect(app).toHaveURL(/\/own\/shared/);
  await expect(app.getByLabel("Title, in English")).toHaveValue("Mine");
  await app.getByRole("button", { name: "Load theirs" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Load theirs" }).click();
  await expect(app.getByLabel("Title, in English")).toHaveValue("Theirs");
  await app.getByLabel("Title, in English").fill("Ours");
  await save(app).click();
  await expect(app.getByText("The draft is saved.", { exact: true })).toBeVisible();
  expect((await detail(stage, "shared")).form?.title.en).toBe("Ours");
});

test("a new one is made of what a business says", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin/assistants`);
  await app.getByRole("button", { name: "New assistant" }).click();
  const dialog = app.getByRole("dialog", { name: "New assistant" });
  const create = dialog.getByRole("button", { name: "Create draft" });
  await dialog.getByLabel("What it is called").fill("Bécas de música");
  await expect(dialog.getByLabel("Short name")).toHaveValue("becas-de-musica");
  await dialog.getByLabel("Your business").fill("A foundation that gives music grants.");
  await expect(create).toBeDisabled();
  await dialog.getByLabel("What it is to do").fill("Explains the grants.");
  await dialog.getByRole("checkbox", { name: "Colleagues" }).uncheck();
  await expect(dialog.getByRole("alert")).toContainText("Choose at least one.");
  await dialog.getByRole("checkbox", { name: "Customers" }).check();
  await dialog.getByLabel("What people ask it").fill("How do I apply for a violin grant?\n\nUntil when?");
  await dialog.getByRole("checkbox", { name: "Make appointments" }).check();
  await expect(dialog).toContainText("it begins as a copy of the front desk");
  await dialog.getByRole("checkbox", { name: "Make appointments" }).uncheck();
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);
  await create.click();
  await expect(app.getByRole("heading", { name: "Bécas de música", level: 2 })).toBeVisible();
  await expect(app.getByLabel("Examples, in English")).toHaveValue("How do I apply for a violin grant?\nUntil when?");
  const made = await detail(stage, "becas-de-musica");
  expect(made.faults).toEqual([]);
  expect(made.form?.agents[0]?.prompt).toContain("A foundation that gives music grants.");
});

test("it is taken along as a file, and brought back under another name", async ({ app, stage }) => {
  await copyOf(app, stage, "carried");
  await app.getByLabel("Title, in English").fill("Carried");
  await save(app).click();
  await expect(app.getByText("The draft is saved.", { exact: true })).toBeVisible();
  await app.getByRole("button", { name: "More for Carried" }).click();
  const download = app.waitForEvent("download");
  await app.getByRole("menuitem", { name: "Export" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("carried.zip");
  const packed = await readFile(await file.path());

  await app.goto(`${stage.url}/admin/assistants`);
  await app.getByRole("button", { name: "Import" }).click();
  const dialog = app.getByRole("dialog", { name: "Import an assistant" });
  await dialog.locator('input[type="file"]').setInputFiles({ name: "carried.zip", mimeType: "application/zip", buffer: packed });
  await expect(dialog.getByLabel("Short name")).toHaveValue("carried");
  await expect(dialog.getByRole("status")).toContainText("carried is there already");
  await dialog.getByLabel("Short name").fill("docs");
  await expect(dialog.getByText("An included assistant has this name; choose another.")).toBeVisible();
  await dialog.getByLabel("Short name").fill("brought");
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(app).toHaveURL(/\/own\/brought/);
  await expect(app.getByRole("heading", { name: "Carried", level: 2 })).toBeVisible();
  const without = ({ files }: Detail) => Object.fromEntries(Object.entries(files).filter(([name]) => name !== "pack.toml"));
  expect(without(await detail(stage, "brought"))).toEqual(without(await detail(stage, "carried")));

  await app.goto(`${stage.url}/admin/assistants`);
  await app.getByRole("button", { name: "Import" }).click();
  await dialog.locator('input[type="file"]').setInputFiles({ name: "No zip.zip", mimeType: "application/zip", buffer: Buffer.from("no zip") });
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("no zip archive");
});

test("on a phone the draft is tried in a part of its own, from the keyboard through all parts", async ({ app, stage }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await copyOf(app, stage, "small");
  await tab(app, "Identity").focus();
  for (const part of ["Agents", "Voice", "Guard", "Documents", "Examples and rules", "Files", "Versions", "Try it"]) {
    await app.keyboard.press("ArrowRight");
    await expect(tab(app, part)).toHaveAttribute("aria-selected", "true");
    await expect(tab(app, part)).toBeInViewport();
    expect(await app.evaluate(() => document.documentElement.scrollWidth <= innerWidth), part).toBe(true);
    expect(await serious(app), part).toEqual([]);
  }
  const trial = region(app, "Try it");
  await trial.getByRole("textbox", { name: "Message" }).fill("What are my documents about?");
  await app.keyboard.press("Enter");
  await expect(trial.getByRole("article")).toHaveAttribute("data-state", "done");
});

test("a member sees nothing of it", async ({ app, stage, browser }) => {
  await copyOf(app, stage, "secret");
  const { id } = await api<{ id: string }>(stage, "POST", "/api/users", { email: "eva@example.org", name: "Eva", role: "member" });
  const { url } = await api<{ url: string }>(stage, "POST", `/api/users/${id}/link`, {});
  const elsewhere = await browser.newContext({ locale: "en-GB" });
  const page = await elsewhere.newPage();
  await page.goto(ours(stage, url));
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set password and sign in" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  await page.getByRole("button", { name: /^Choose an assistant/ }).click();
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(page.getByRole("option", { name: /secret|draft/i })).toHaveCount(0);
  await page.goto(`${stage.url}/admin/assistants/own/secret`);
  await expect(page.getByText("Your role does not allow this. Ask an owner or admin.")).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  const session = await page.request.get(`${stage.url}${path("secret")}`);
  expect(session.status()).toBe(403);
  await elsewhere.close();
});

// The parts of the editor that try something: the voice, the guard, the examples, and what is asked before going live.
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import type { Stage } from "./support/stage.ts";
import { api, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs"] } });

interface Detail {
  draft: { revision: number } | null;
  live: { version: number } | null;
  files: Record<string, string>;
  form: { voice: unknown; guard: unknown; collections: unknown };
}

const SEEN = "evals/routes-seen.jsonl";
const pathOf = (name: string) => `/api/assistants/own/${name}`;
const detailOf = (stage: Stage, name: string) => api<Detail>(stage, "GET", pathOf(name));

/** A copy of the documents' assistant, with so many of its examples. */
async function copied(stage: Stage, name: string, files: Record<string, string> = {}): Promise<Detail> {
  const begun = await api<Detail>(stage, "POST", "/api/assistants/own", { name, from: "docs" });
  const few = `${begun.files[SEEN]?.split("\n").slice(0, 20).join("\n") ?? ""}\n`;
  return api<Detail>(stage, "PUT", `${pathOf(name)}/draft`, { after: 1, files: { ...begun.files, [SEEN]: few, ...files } });
}

async function open(page: Page, stage: Stage, name: string, part: string): Promise<void> {
  await page.goto(`${stage.url}/admin/assistants/own/${name}?part=${part}`);
  await expect(page.getByRole("button", { name: "Check and go live" })).toBeVisible();
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  // With faults, too: what is wrong with it keeps it from going live only.
  await expect(page.getByText(/^The draft is saved/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Save draft" })).toBeDisabled();
}

const says = (page: Page, row: number) => page.getByRole("textbox", { name: `What people say, row ${row}`, exact: true });

test("a voice is tried before it is saved, and marks what breaks it", async ({ app, stage }) => {
  await copied(stage, "voz");
  await open(app, stage, "voz", "voice");
  const avoid = app.getByLabel("Words to avoid");
  await avoid.fill("barato");
  await avoid.press("Enter");
  await app.getByText("Tú", { exact: true }).click();
  const region = app.getByRole("region", { name: "Try the voice" });
  await region.getByRole("textbox", { name: "A text" }).fill("🙂 Es BARATO para usted.");
  await region.getByRole("button", { name: "Try it" }).click();
  await expect(region.getByText("2 things to look at")).toBeVisible();
  await expect(region.locator("mark")).toHaveText(["BARATO", "usted"]);
  await expect(region.getByText("It is one of the words to avoid; say it with another.")).toBeVisible();
  await expect(region.getByText("In Spanish, say tú. Never use these words: barato.")).toBeVisible();
  await app.getByLabel("Tone", { exact: true }).fill("calm");
  await app.getByLabel("Tone", { exact: true }).press("Enter");
  await expect(region.getByText("The voice was changed since; try it again.")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await app.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await serious(app)).toEqual([]);
  }
  expect((await detailOf(stage, "voz")).form.voice, "nothing is kept by trying").toBeNull();
  await save(app);
  expect((await detailOf(stage, "voz")).form.voice).toMatchObject({ tone: ["calm"], wordsToAvoid: ["barato"], formality: "tu" });
});

test("three lists of a guard have fields, and what has none stays", async ({ app, stage }) => {
  const { files } = await copied(stage, "guarda");
  const pack = `${files["pack.toml"] ?? ""}\n[guard]\ninjection = "flag" # as agreed\nblocked = ["proyecto fénix"]\n`;
  await api(stage, "PUT", `${pathOf("guarda")}/draft`, { after: 2, files: { ...files, "pack.toml": pack } });
  await open(app, stage, "guarda", "guard");
  await expect(app.getByText("It is kept as it is in pack.toml: injection")).toBeVisible();
  const blocked = app.getByLabel("Phrases that are refused");
  await blocked.fill("código rojo");
  await blocked.press("Enter");
  const region = app.getByRole("region", { name: "Try the guard" });
  await region.getByRole("textbox", { name: "A text" }).fill("¿Qué es el Código Rojo?");
  await region.getByRole("button", { name: "Try it" }).click();
  await expect(region.getByText("It is refused: it goes no further.")).toBeVisible();
  await expect(region.getByRole("listitem")).toContainText("A phrase that is refused here");
  const hosts = app.getByLabel("Hosts that links may lead to");
  await hosts.fill("https://no.host/");
  await hosts.press("Enter");
  await region.getByRole("button", { name: "Try it" }).click();
  await expect(region.getByRole("alert")).toContainText("write a host such as");
  await app.getByRole("button", { name: "Remove https://no.host/" }).click();
  await app.getByRole("button", { name: "Remove proyecto fénix" }).click();
  await save(app);
  const saved = await detailOf(stage, "guarda");
  expect(saved.form.guard).toEqual({ injection: "flag", blocked: ["código rojo"] });
});

test("examples are rows, rows are lines, and lines that nobody touched are as they were", async ({ app, stage }) => {
  const first = '{"text":"hola","note":"mine","language":"es","agent":"docs-expert","intent":"smalltalk"}';
  const second = '{"text": "¿Qué hay?", "language": "es", "agent": "docs-expert", "intent": "list_documents"}';
  await copied(stage, "ejemplos", { [SEEN]: `${first}\n${second}\n` });
  await open(app, stage, "ejemplos", "examples");
  await says(app, 2).fill('¿Qué hay "dentro"?');
  const another = app.getByRole("group", { name: "Another example" });
  await expect(another.getByRole("button", { name: "Add" })).toBeDisabled();
  await another.getByLabel("What people say").fill("what is in there");
  await another.getByLabel("What it is about").fill("list_documents");
  await another.getByLabel("What it is about").press("Enter");
  await expect(another.getByLabel("What people say")).toBeFocused();
  await expect(says(app, 3)).toHaveValue("what is in there");
  expect(await serious(app)).toEqual([]);
  await save(app);
  const lines = (await detailOf(stage, "ejemplos")).files[SEEN]?.trim().split("\n");
  expect(lines).toEqual([first, second.replace("hay?", 'hay \\"dentro\\"?'), '{"text": "what is in there", "language": "en", "agent": "docs-expert", "intent": "list_documents"}']);

  await app.getByText("As text", { exact: true }).click();
  const text = app.getByRole("textbox", { name: "All examples, as text" });
  await text.fill(`${first}\nno json\n`);
  await expect(app.getByText("Line 2 is no JSON object: shown as text until it is mended.")).toBeVisible();
  await text.fill(`${first}\n`);
  await expect(text).toBeVisible();
  await app.getByText("As rows", { exact: true }).click();
  await expect(says(app, 1)).toHaveValue("hola");
  await app.getByRole("button", { name: "Remove row 1" }).click();
  await expect(app.getByText("There are none yet.", { exact: false })).toBeVisible();
  await save(app);
  expect((await detailOf(stage, "ejemplos")).files[SEEN]).toBeUndefined();
});

test("more examples than rows are worth are text", async ({ app, stage }) => {
  const line = (n: number) => `{"text": "pregunta ${n}", "language": "es", "agent": "docs-expert", "intent": "passage"}\n`;
  const file = Array.from({ length: 301 }, (_, n) => line(n)).join("");
  await copied(stage, "muchos", { [SEEN]: file });
  await open(app, stage, "muchos", "examples");
  await expect(app.getByText("They are 301, more than 300: shown as text.")).toBeVisible();
  await expect(app.getByRole("textbox", { name: "All examples, as text" })).toHaveValue(file);
});

test("collections are weighed, also one that is not there", async ({ app, stage }) => {
  await api(stage, "POST", "/api/collections", { name: "tarifas", weight: 1.2 });
  const { files } = await copied(stage, "pesos");
  const pack = `${files["pack.toml"] ?? ""}\n[collections]\nantigua = 2.0\n`;
  await api(stage, "PUT", `${pathOf("pesos")}/draft`, { after: 2, files: { ...files, "pack.toml": pack } });
  await open(app, stage, "pesos", "documents");
  await expect(app.getByText("There is no such collection here.")).toBeVisible();
  await app.getByLabel("What tarifas counts").pressSequentially("1,5");
  await app.getByRole("button", { name: "Take out antigua" }).click();
  await save(app);
  expect((await detailOf(stage, "pesos")).form.collections).toEqual({ tarifas: 1.5 });
});

test("with wrong answers it goes live only after a second yes", async ({ app, stage }) => {
  await copied(stage, "directo", { "evals/answers.jsonl": '{"text": "¿Qué documentos hay?", "language": "es", "contains": ["un unicornio"]}\n' });
  await open(app, stage, "directo", "identity");
  await app.getByRole("button", { name: "Check and go live" }).click();
  const dialog = app.getByRole("dialog", { name: "Check and go live" });
  await expect(dialog.getByText("What is missing in answers")).toBeVisible({ timeout: 120_000 });
  await expect(dialog.getByText("missing: un unicornio")).toBeVisible();
  await dialog.getByLabel("What was changed").fill("primera");
  await dialog.getByRole("button", { name: "Go live" }).click();
  await expect(dialog.getByText("Go live all the same?", { exact: false })).toBeVisible();
  expect(await serious(app)).toEqual([]);
  await dialog.getByRole("button", { name: "Not yet" }).click();
  expect((await detailOf(stage, "directo")).live).toBeNull();
  await dialog.getByRole("button", { name: "Go live" }).click();
  await dialog.getByRole("button", { name: "Go live all the same" }).click();
  await expect(dialog).toBeHidden();
  expect((await detailOf(stage, "directo")).live).toMatchObject({ version: 1 });
  const { items } = await api<{ items: { note: string }[] }>(stage, "GET", `${pathOf("directo")}/versions`);
  expect(items.map(({ note }) => note)).toEqual(["primera"]);
});

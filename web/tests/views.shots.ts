// Every main view: desktop and phone, light and dark, both languages, into `screenshots/`.
import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright/test";
import { pdfOf } from "./support/pdf.ts";
import type { Stage } from "./support/stage.ts";
import { addFile, api, ask, expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

interface Look {
  size: keyof typeof SIZES;
  scheme: "light" | "dark";
  language: keyof typeof LOCALES;
}

// `SHOTS=desktop-light-en` takes one look only.
const wanted = process.env.SHOTS;
const LOOKS = (["desktop", "phone"] as const)
  .flatMap((size) => (["light", "dark"] as const).flatMap((scheme) => (["es", "en"] as const).map((language): Look => ({ size, scheme, language }))))
  .filter((look) => !wanted || nameOf(look).includes(wanted));

function nameOf(look: Look): string {
  return `${look.size}-${look.scheme}-${look.language}`;
}

const PDF = pdfOf([
  ["Normativa de la clinica", "Este documento recoge las normas de la clinica dental.", "Atendemos con cita previa."],
  ["Anulaciones", "Para anular una cita hay que avisar con 24 horas de antelacion.", "Las anulaciones tardias se cobran al 50 %."],
]);

let chat = "";
let approval = "";
let file = "";

async function furnish(browser: Browser, stage: Stage): Promise<void> {
  file = await addFile(stage, "normativa.pdf", PDF);
  await addFile(stage, "tarifas-2026.md", "# Tarifas 2026\n\n## Precios\n\n| Servicio | Precio |\n| --- | --- |\n| Limpieza dental | 40 € |\n| Empaste | 60 € |\n\n## Horario\n\nAbrimos de lunes a viernes de 9:00 a 20:00.\n");
  await addFile(stage, "garantias.txt", "Los empastes tienen una garantía de dos años. La limpieza no tiene garantía.\n");
  await api(stage, "POST", "/api/sites", { name: "Página de la clínica", origins: ["https://www.example.com"] });
  await api(stage, "POST", "/api/channels", { kind: "webhook", name: "Central telefónica", settings: { url: "https://example.com/hook" }, secrets: { signingSecret: "a secret for pictures" } });
  await api(stage, "PUT", "/api/synonyms", { term: "anular", alternatives: ["cancelar", "suspender"] });
  const page = await browser.newPage({ locale: "en-GB" });
  await signIn(page, stage);
  await ask(page, "look up: how do I cancel an appointment?");
  await expect(page.getByRole("article").getByText("24 hours")).toBeVisible();
  await page.getByRole("button", { name: "Bad answer" }).click();
  await page.getByText("Something is missing").click();
  await page.getByRole("dialog").getByRole("button", { name: "Send" }).click();
  await page.locator('input[type="file"]').setInputFiles({ name: "horario.txt", mimeType: "text/plain", buffer: Buffer.from("Abrimos a las nueve.") });
  await expect(page.getByRole("listitem").filter({ hasText: "horario.txt" })).toContainText("Ready");
  await ask(page, "code please");
  await expect(page.getByRole("article").getByText("hola")).toBeVisible();
  chat = new URL(page.url()).pathname;
  await page.goto(`${stage.url}/chat`);
  await ask(page, "I need an appointment for a cleaning");
  await expect(page.getByTestId("approval")).toBeVisible();
  approval = new URL(page.url()).pathname;
  await page.goto(`${stage.url}/chat`);
  await ask(page, "fail now");
  await expect(page.getByRole("article").getByRole("alert")).toBeVisible();
  await page.close();
}

const VIEWS: [string, (page: Page, stage: Stage) => Promise<void>][] = [
  ["01-hello", (page, stage) => visit(page, stage, "/chat")],
  ["02-chat", (page, stage) => visit(page, stage, chat)],
  [
    "03-source",
    async (page, stage) => {
      await visit(page, stage, chat);
      await page.locator("button", { hasText: /^1$/ }).first().click();
      await page.getByTestId("passage").first().waitFor({ timeout: 90_000 });
    },
  ],
  ["04-approval", (page, stage) => visit(page, stage, approval)],
  ["05-knowledge", (page, stage) => visit(page, stage, "/knowledge")],
  ["06-document", (page, stage) => visit(page, stage, `/knowledge/files/${file}`)],
  ["07-search", (page, stage) => visit(page, stage, "/knowledge/search?q=anular+una+cita")],
  ["08-synonyms", (page, stage) => visit(page, stage, "/knowledge/synonyms")],
  ["09-operate", (page, stage) => visit(page, stage, "/operate")],
  ["10-record", (page, stage) => visit(page, stage, approval.replace("/chat/", "/operate/sessions/"))],
  ["11-jobs", (page, stage) => visit(page, stage, "/operate/jobs")],
  ["12-usage", (page, stage) => visit(page, stage, "/operate/usage")],
  ["13-feedback", (page, stage) => visit(page, stage, "/operate/feedback")],
  ["14-breakers", (page, stage) => visit(page, stage, "/operate/breakers")],
  ["15-sessions", (page, stage) => visit(page, stage, "/operate/sessions")],
  ["16-users", (page, stage) => visit(page, stage, "/admin/users")],
  ["17-keys", (page, stage) => visit(page, stage, "/admin/keys")],
  ["18-models", (page, stage) => visit(page, stage, "/admin/models")],
  ["19-health", (page, stage) => visit(page, stage, "/admin/health")],
  ["21-inbox", (page, stage) => visit(page, stage, "/inbox")],
  ["22-channels", (page, stage) => visit(page, stage, "/admin/channels")],
  ["23-sites", (page, stage) => visit(page, stage, "/admin/sites")],
  ["24-first-steps", (page, stage) => visit(page, stage, "/admin/first-steps")],
  ["25-assistants-admin", (page, stage) => visit(page, stage, "/admin/assistants")],
  ["26-organisation", (page, stage) => visit(page, stage, "/admin/organisation")],
  ["27-mcp", (page, stage) => visit(page, stage, "/admin/mcp")],
  ["28-changes", (page, stage) => visit(page, stage, "/admin/changes")],
  [
    "20-palette",
    async (page, stage) => {
      await visit(page, stage, chat);
      await page.keyboard.press("Control+k");
      await page.waitForTimeout(500);
    },
  ],
];

async function visit(page: Page, stage: Stage, path: string): Promise<void> {
  await page.goto(`${stage.url}${path}`);
  await settled(page);
}

/** Nothing is loading any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("main h1, main h2") !== null && document.querySelector(".mantine-Skeleton-root") === null, null, { timeout: 90_000 });
  await page.waitForTimeout(500);
}

test.use({ stageOptions: { embedding: true } });

test("views", async ({ browser, stage }) => {
  await mkdir(FOLDER, { recursive: true });
  await furnish(browser, stage);
  for (const look of LOOKS) {
    const context = await browser.newContext({
      viewport: SIZES[look.size],
      colorScheme: look.scheme,
      locale: LOCALES[look.language],
      hasTouch: look.size === "phone",
      isMobile: look.size === "phone",
    });
    const page = await context.newPage();
    await page.goto(`${stage.url}/chat`);
    await settled(page);
    await page.screenshot({ path: `${FOLDER}${nameOf(look)}-00-sign-in.png` });
    await signIn(page, stage);
    for (const [name, go] of VIEWS) {
      if (process.env.VIEW && !name.includes(process.env.VIEW)) continue;
      await go(page, stage);
      await page.screenshot({ path: `${FOLDER}${nameOf(look)}-${name}.png` });
    }
    await context.close();
  }
});

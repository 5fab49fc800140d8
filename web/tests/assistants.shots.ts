// The first minutes: who is there, what can be asked and what is missing; into `screenshots/`. `SHOTS` takes some only.
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright/test";
import type { Stage } from "./support/stage.ts";
import { api, ask, expect, READ, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "erp", "frontdesk"] } });

const account = (page: Page) => page.getByRole("button", { name: /^(Cuenta|Account)$/ }).first();

const VIEWS: [string, string, (page: Page, stage: Stage) => Promise<void>][] = [
  ["40-first-hello", "/chat", async (page) => expect(page.getByRole("region", { name: /^(Primeros pasos|First steps)$/ })).toBeVisible()],
  [
    "41-picker",
    "/chat",
    async (page) => {
      await page.getByRole("button", { name: /^(Elegir un asistente|Choose an assistant)/ }).click();
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  ],
  ["42-no-model", "/admin/models", async (page) => expect(page.getByRole("heading", { level: 2 })).toBeVisible()],
  [
    "43-password",
    "/admin/models",
    async (page) => {
      await account(page).click();
      await page.getByRole("menuitem", { name: /contraseña|password/ }).click();
      await expect(page.getByRole("dialog").locator("input").first()).toBeFocused();
    },
  ],
  ["44-first-answer", "/chat", (page) => answered(page, "¿Cuántos días de vacaciones tengo?")],
  ["45-first-tables", "/chat", (page) => answered(page, "What tables are in the functional document?")],
  ["46-not-there", "/chat", (page) => answered(page, "¿Cuál es la capital de Mongolia?")],
  ["47-customer", "/chat", customer],
  [
    "48-customer-chat",
    "/chat",
    async (page, stage) => {
      await customer(page, stage);
      await page.getByRole("button", { name: /^(Abrir el chat|Open chat)/ }).click();
      const chat = page.frameLocator('iframe[title="Chat"]');
      await chat.getByRole("textbox").fill("¿Cuánto cuesta un blanqueamiento?");
      await chat.getByRole("textbox").press("Enter");
      await expect(chat.getByRole("log")).toContainText("$3,200");
    },
  ],
];

async function answered(page: Page, question: string): Promise<void> {
  await ask(page, question);
  await expect(page.getByRole("article")).toHaveAttribute("data-state", "done");
}

async function customer(page: Page, stage: Stage): Promise<void> {
  await page.goto(stage.customerLink);
  await expect(page.getByRole("button", { name: /^(Abrir el chat|Open chat)/ })).toBeVisible();
}

test("the first minutes", async ({ stage, browser }) => {
  test.setTimeout(1_200_000);
  await mkdir(FOLDER, { recursive: true });
  const read = async () => (await api<{ items: { processingStatus: string }[] }>(stage, "GET", "/api/files?limit=200")).items.filter((file) => file.processingStatus === "completed").length;
  await expect.poll(read, READ).toBeGreaterThan(30);
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) {
      for (const language of ["es", "en"] as const) {
        const name = `${size}-${scheme}-${language}`;
        if (process.env.SHOTS && !name.includes(process.env.SHOTS)) continue;
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, locale: LOCALES[language], reducedMotion: "reduce", isMobile: size === "phone", hasTouch: size === "phone" });
        const page = await context.newPage();
        await signIn(page, stage);
        for (const [view, path, go] of VIEWS) {
          await page.goto(`${stage.url}${path}`);
          await go(page, stage);
          await page.screenshot({ path: `${FOLDER}${name}-${view}.png` });
        }
        await context.close();
      }
    }
  }
});

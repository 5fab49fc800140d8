// The first minutes: who is there, what can be asked and what is missing; into `screenshots/`. `SHOTS` takes some only.
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright/test";
import { expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "erp", "frontdesk"] } });

const account = (page: Page) => page.getByRole("button", { name: /^(Cuenta|Account)$/ }).first();

const VIEWS: [string, string, (page: Page) => Promise<void>][] = [
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
];

test("the first minutes", async ({ stage, browser }) => {
  test.setTimeout(1_200_000);
  await mkdir(FOLDER, { recursive: true });
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
          await go(page);
          await page.screenshot({ path: `${FOLDER}${name}-${view}.png` });
        }
        await context.close();
      }
    }
  }
});

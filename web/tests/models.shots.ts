// Models, from nothing to several providers; into `screenshots/`. `SHOTS` takes some only.
import { mkdir } from "node:fs/promises";
import type { Browser, Page } from "playwright/test";
import { startStage, type Stage } from "./support/stage.ts";
import { api, expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

test.use({ stageOptions: { scripted: false, demo: false, packs: ["docs"] } });

const known = (contextTokens: number, inputPrice: number, outputPrice: number) => ({ contextTokens, maxOutputTokens: 64_000, vision: true, inputPrice, outputPrice, pricedOn: "2026-09-30" });
const OFFERED = [
  { model: "gpt-5.1", known: known(400_000, 1.25, 10) },
  { model: "gpt-5-mini", known: known(400_000, 0.25, 2) },
  { model: "gpt-5.4", known: known(1_050_000, 2.5, 15) },
  { model: "gpt-4.1", known: known(1_047_576, 2, 8) },
  { model: "o4-mini", known: null },
  ...["text-embedding-3-large", "whisper-1", "dall-e-3", "gpt-realtime", "o3", "gpt-4o"].map((model) => ({ model, known: null })),
];

const button = (page: Page, name: RegExp) => page.getByRole("dialog").getByRole("button", { name });
const add = (page: Page) => page.getByRole("button", { name: /^(Add a provider|Añadir un proveedor)$/ }).click();

/** What OpenAI would say. */
async function openAi(page: Page): Promise<void> {
  await page.route("**/api/models/offered", (route) => route.fulfill({ json: { items: OFFERED, problem: null } }));
  await add(page);
  await button(page, /^OpenAI/).click();
  await page.getByRole("dialog").locator('input[type="password"]').fill("a key for pictures");
  await button(page, /^(See its models|Ver sus modelos)$/).click();
  await expect(page.getByRole("checkbox").first()).toBeChecked();
}

const NOTHING: [string, (page: Page) => Promise<void>][] = [
  ["50-models-none", async () => {}],
  ["51-models-kinds", add],
  [
    "52-models-key",
    async (page) => {
      await add(page);
      await button(page, /^Anthropic/).click();
    },
  ],
  [
    "53-models-refused",
    async (page) => {
      const problem = { trouble: "unauthorised", advice: "The key is not accepted. Copy it again from the provider, whole and without spaces.", providerSays: 'HTTP 401: {"error":{"message":"Incorrect API key provided"}}' };
      await page.route("**/api/models/offered", (route) => route.fulfill({ json: { items: [], problem } }));
      await add(page);
      await button(page, /^(Your own server|Tu propio servidor)/).click();
      await page.getByRole("dialog").locator("input").first().fill("https://models.example.com/v1");
      await button(page, /^(See its models|Ver sus modelos)$/).click();
      await page.getByRole("dialog").locator("details", { hasText: "HTTP 401" }).locator("summary").click();
    },
  ],
  ["54-models-choice", openAi],
  [
    "55-models-tried",
    async (page) => {
      await page.route("**/api/models/try", (route) => {
        const { model } = route.request().postDataJSON() as { model: string };
        return route.fulfill({ json: { ok: true, model, latencyMs: 1240, firstTokenMs: 380, said: "Hello, it is good to meet you!", problem: null } });
      });
      await openAi(page);
      await button(page, /^(Limits and prices of|Límites y precios de) gpt-5.1$/).click();
      await button(page, /^(Try it|Probarlo)$/).click();
      await expect(page.getByText("Hello, it is good").last()).toBeVisible();
      await page.getByText("Hello, it is good").last().scrollIntoViewIfNeeded();
    },
  ],
];

const SOME: [string, (page: Page) => Promise<void>][] = [
  ["56-models", async () => {}],
  [
    "57-models-tiers",
    async (page) => {
      const up = page.getByRole("button", { name: /(up in Balanced|en Equilibrado)$/ }).nth(2);
      await up.click();
      await page.getByRole("button", { name: /^(Save tiers|Guardar los niveles)$/ }).scrollIntoViewIfNeeded();
    },
  ],
  ["58-models-history", async (page) => page.getByRole("region", { name: /^(History|Historial)$/ }).scrollIntoViewIfNeeded()],
  ["59-models-table", async (page) => page.getByRole("table").scrollIntoViewIfNeeded()],
  [
    "60-models-try",
    async (page) => {
      await page.getByRole("button", { name: /^(Try|Probar) local$/ }).click();
      await expect(page.locator("blockquote")).toBeVisible();
    },
  ],
  [
    "61-models-edit",
    async (page) => {
      await page.getByRole("button", { name: /^(Edit|Editar) local$/ }).click();
      await expect(page.getByRole("dialog").getByRole("checkbox").first()).toBeVisible();
    },
  ],
];

async function pictures(browser: Browser, stage: Stage, views: typeof NOTHING): Promise<void> {
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) {
      for (const language of ["es", "en"] as const) {
        const name = `${size}-${scheme}-${language}`;
        if (process.env.SHOTS && !name.includes(process.env.SHOTS)) continue;
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, locale: LOCALES[language], reducedMotion: "reduce", isMobile: size === "phone", hasTouch: size === "phone" });
        const page = await context.newPage();
        await signIn(page, stage);
        await page.route("**/api/models/nearby", (route) => route.fulfill({ json: { items: [{ name: "ollama", baseUrl: "http://127.0.0.1:11434/v1", models: ["gemma3:4b", "llama3.2", "qwen3:8b"] }] } }));
        for (const [view, go] of views) {
          if (process.env.VIEW && !view.includes(process.env.VIEW)) continue;
          await page.goto(`${stage.url}/admin/models`);
          await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible();
          await go(page);
          await page.waitForTimeout(400);
          await page.screenshot({ path: `${FOLDER}${name}-${view}.png` });
          await page.unroute("**/api/models/offered");
          await page.unroute("**/api/models/try");
        }
        await context.close();
      }
    }
  }
}

test("models", async ({ stage, browser }) => {
  await mkdir(FOLDER, { recursive: true });
  await pictures(browser, stage, NOTHING);
  const far = await startStage();
  const put = (name: string, body: object) => api(stage, "PUT", `/api/models/providers/${name}`, body);
  await put("local", { kind: "openai_compatible", baseUrl: `${far.url}/v1`, apiKey: far.apiKey, models: [{ name: "local/scripted", model: "scripted" }] });
  await put("openai", { kind: "openai", apiKey: "a key for pictures", models: [{ name: "gpt-5.1" }, { name: "gpt-5-mini" }], shared: true });
  await put("anthropic", { kind: "anthropic", models: [{ name: "claude-sonnet-4-6", inputPrice: 2.7, outputPrice: 13.5, pricedOn: "2026-11-02" }] });
  await api(stage, "PUT", "/api/models/tiers", { fast: ["gpt-5-mini"], balanced: ["gpt-5.1", "claude-sonnet-4-6", "local/scripted"], premium: [] });
  await pictures(browser, stage, SOME);
  await far.stop();
});

// The organisation, tenants, usage and the widget with a logo: desktop and phone, light and dark, both languages, into
// `screenshots/`. `SHOTS` takes some only.
import { mkdir } from "node:fs/promises";
import { picture } from "./support/picture.ts";
import { api, expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

test.use({ stageOptions: { scripted: false, packs: ["docs"] } });

test("the organisation", async ({ stage, browser }) => {
  test.setTimeout(600_000);
  await mkdir(FOLDER, { recursive: true });
  await api(stage, "PATCH", "/api/settings", { name: "Clínica Sol", timeZone: "Europe/Madrid", currency: "EUR", color: "#9a3412" });
  await api(stage, "PATCH", "/api/settings", { features: { mcp: false } });
  await fetch(`${stage.url}/api/settings/logo`, { method: "PUT", headers: { ...stage.owner, "content-type": "application/octet-stream" }, body: new Uint8Array(picture([154, 52, 18], 96)) });
  await api(stage, "POST", "/api/tenants", { slug: "olmo", name: "Café Olmo", language: "es", owner: "ana@olmo.example" });
  const site = await api<{ id: string }>(stage, "POST", "/api/sites", { name: "Web", title: "Clínica Sol" });
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) {
      for (const language of ["es", "en"] as const) {
        const name = `${size}-${scheme}-${language}`;
        if (process.env.SHOTS && !name.includes(process.env.SHOTS)) continue;
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, locale: LOCALES[language], timezoneId: "America/Bogota", reducedMotion: "reduce", isMobile: size === "phone", hasTouch: size === "phone" });
        const page = await context.newPage();
        const shot = (view: string) => page.screenshot({ path: `${FOLDER}${name}-${view}.png` });
        await signIn(page, stage);
        await page.goto(`${stage.url}/admin/organisation`);
        const versions = page.getByRole("region", { name: /^(What was changed|Qué se cambió)$/ });
        await expect(versions.getByRole("listitem").first()).toBeVisible();
        await shot("90-organisation");
        await page.getByText(/^(Time zone|Zona horaria)$/).evaluate((field) => field.scrollIntoView({ block: "start" }));
        await shot("91-organisation-look");
        await versions.getByRole("listitem").last().scrollIntoViewIfNeeded();
        await shot("92-organisation-versions");
        await page.goto(`${stage.url}/admin/tenants`);
        await expect(page.getByRole("row", { name: /Café Olmo/ })).toBeVisible();
        await shot("93-tenants");
        await page.getByRole("button", { name: /^(New tenant|Nueva organización)$/ }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(/^(Name|Nombre)$/).fill(`Olmo ${name}`);
        await dialog.getByRole("textbox").last().fill("ana@olmo.example");
        await shot("94-tenant-new");
        await dialog.getByRole("button", { name: /^(Create|Crear)$/ }).click();
        await expect(dialog.getByRole("button", { name: /^(Done|Hecho)$/ })).toBeVisible();
        await shot("95-tenant-made");
        await page.goto(`${stage.url}/operate/usage`);
        await expect(page.getByText("EUR (", { exact: false })).toBeVisible();
        await shot("96-usage");
        await page.goto(`${stage.url}/widget/${site.id}?language=${language}`);
        await expect(page.locator("header img")).toBeVisible();
        await shot("97-widget");
        await context.close();
      }
    }
  }
});

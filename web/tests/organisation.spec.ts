// What an organisation says of itself.
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import type { Stage } from "./support/stage.ts";
import { picture } from "./support/picture.ts";
import { api, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs"] } });
// Each begins with what the one before left.
test.describe.configure({ mode: "serial" });

async function openOrganisation(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/admin/organisation`);
  await expect(page.getByLabel("Name", { exact: true })).toBeVisible();
}

test("name, language and form of address are chosen, saved, and stay", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Organisation" }).click();
  const name = app.getByLabel("Name", { exact: true });
  const save = app.getByRole("button", { name: "Save" });
  await expect(name).not.toHaveValue("");
  await expect(save).toBeDisabled();
  await name.fill(" ");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(app.getByText("Write 1 to 200 characters.")).toBeVisible();
  await expect(save).toBeDisabled();
  await name.fill("Clínica Sol");
  await app.getByText("English", { exact: true }).click();
  const each = app.getByRole("radio", { name: "Colleagues with tú, customers with usted" });
  await expect(each).toBeChecked();
  await expect(app.getByText("«¿Te viene bien el martes a las 17:00? Si quieres, te llamo antes.»").first()).toBeVisible();
  await app.getByRole("radio", { name: "Everybody with usted" }).check();
  await expect(app.getByText("«¿Le viene bien el martes a las 17:00? Si quiere, le llamo antes.»").first()).toBeVisible();
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);
  await save.click();
  await expect(app.getByText("Saved. It holds from the next message on.")).toBeVisible();
  await expect(save).toBeDisabled();
  expect(await api(stage, "GET", "/api/settings")).toMatchObject({ name: "Clínica Sol", language: "en", address: "usted" });
  await app.reload();
  await expect(name).toHaveValue("Clínica Sol");
  await expect(app.getByRole("radio", { name: "Everybody with usted" })).toBeChecked();

  // Back to what is usual, which is an answer too.
  await each.check();
  await save.click();
  await expect.poll(async () => (await api<{ address: string | null }>(stage, "GET", "/api/settings")).address).toBeNull();
});

test("what is not saved is asked about, and what is refused is told at its field", async ({ app, stage }) => {
  await openOrganisation(app, stage);
  const name = app.getByLabel("Name", { exact: true });
  await name.fill("Clínica Luna");
  await app.getByRole("link", { name: "People" }).click();
  const dialog = app.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(name).toHaveValue("Clínica Luna");

  const detail = "a tenant's name is 1 to 200 characters long, without control characters";
  const refuse = { status: 400, contentType: "application/problem+json", body: JSON.stringify({ code: "invalid_value", detail }) };
  await app.route("**/api/settings", (route) => (route.request().method() === "PATCH" ? route.fulfill(refuse) : route.continue()));
  await app.getByRole("button", { name: "Save" }).click();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await expect(app.getByText(/^A tenant's name is 1 to 200 characters long/)).toBeVisible();
  await expect(name).toHaveValue("Clínica Luna");

  await app.getByRole("link", { name: "People" }).click();
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(app).toHaveURL(/\/admin\/users$/);
});

test("time zone, currency and colour are chosen, saved, and can be what is usual again", async ({ app, stage }) => {
  await openOrganisation(app, stage);
  const zone = app.getByRole("combobox", { name: "Time zone" });
  await expect(zone).toHaveValue("UTC");
  await zone.fill("mexico city");
  await app.getByRole("option", { name: "America/Mexico City" }).click();
  await expect(zone).toHaveValue("America/Mexico City");
  const currency = app.getByRole("combobox", { name: "Currency" });
  await currency.fill("sek");
  await currency.press("ArrowDown");
  await currency.press("Enter");
  await expect(currency).toHaveValue(/^SEK · /);
  await app.getByText("Our own", { exact: true }).click();
  await app.getByLabel("Our own colour").fill("#336699");
  await app.getByRole("button", { name: "Save" }).click();
  await expect(app.getByText("Saved. It holds from the next message on.")).toBeVisible();
  expect(await api(stage, "GET", "/api/settings")).toMatchObject({ timeZone: "America/Mexico_City", currency: "SEK", color: "#336699" });
  // The page wears it from now on, and from its first moment when it is opened again.
  const accent = () => app.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent").trim());
  const usual = "#0f5e5c";
  await expect.poll(accent).toMatch(/^#[0-9a-f]{6}$/);
  await expect.poll(accent).not.toBe(usual);
  const ours = await accent();
  await app.route("**/api/settings", () => undefined);
  await app.reload();
  await expect(app.getByRole("heading", { name: "Admin" })).toBeVisible();
  expect(await accent()).toBe(ours);
  expect(await serious(app)).toEqual([]);
  await app.unroute("**/api/settings");
  // With which a new chat begins.
  await app.goto(`${stage.url}/admin/sites`);
  await app.getByRole("button", { name: "Add a site" }).click();
  await expect(app.getByLabel("Colour", { exact: true })).toHaveValue("#336699");

  await openOrganisation(app, stage);
  await zone.fill("utc");
  await app.getByRole("option", { name: "UTC", exact: true }).click();
  await app.getByText("The usual one", { exact: true }).click();
  await expect(app.getByLabel("Our own colour")).toHaveCount(0);
  await app.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => api(stage, "GET", "/api/settings")).toMatchObject({ timeZone: null, color: null });
  await expect.poll(accent).toBe(usual);
});

test.describe("where the browser is", () => {
  test.use({ timezoneId: "America/Bogota" });
  test("the time zone can be the browser's", async ({ app, stage }) => {
    await openOrganisation(app, stage);
    const use = app.getByRole("button", { name: "Use this browser's: America/Bogota" });
    await use.click();
    await expect(app.getByRole("combobox", { name: "Time zone" })).toHaveValue("America/Bogota");
    await expect(use).toHaveCount(0);
    await app.getByRole("button", { name: "Discard" }).click();
    await expect(use).toBeVisible();
  });
});

test("a logo is chosen or dropped, stands in the side bar, and is removed", async ({ app, stage }) => {
  await openOrganisation(app, stage);
  const brand = app.locator("aside > header");
  await expect(brand).toContainText("Conserje");
  const field = app.getByRole("group", { name: "Logo" });
  const choose = async (button: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([app.waitForEvent("filechooser"), field.getByRole("button", { name: button }).click()]);
    await chooser.setFiles(file);
  };
  await choose("Choose a picture", { name: "a.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(field.getByRole("alert")).toHaveText("That is no PNG, JPEG or WebP.");
  await choose("Choose a picture", { name: "a.png", mimeType: "image/png", buffer: Buffer.alloc(300 * 1024) });
  await expect(field.getByRole("alert")).toHaveText("A logo has at most 256 kB.");
  // It says that it is one; the server looks.
  await choose("Choose a picture", { name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(field.getByRole("alert")).toContainText("PNG, JPEG or WebP");
  await choose("Choose a picture", { name: "a.png", mimeType: "image/png", buffer: picture([200, 60, 20]) });
  const shown = field.getByRole("img", { name: "The logo now" });
  const isDrawn = (image: SVGElement | HTMLElement) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
  await expect.poll(() => shown.evaluate(isDrawn)).toBe(true);
  await expect(field.getByRole("alert")).toHaveCount(0);
  const { name } = await api<{ name: string }>(stage, "GET", "/api/settings");
  await expect(brand).toContainText(name);
  await expect.poll(() => brand.locator("img").evaluate(isDrawn)).toBe(true);
  expect(await serious(app)).toEqual([]);

  const first = await shown.getAttribute("src");
  const files = await app.evaluateHandle((bytes) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(bytes)], "b.png", { type: "image/png" }));
    return data;
  }, [...picture([20, 60, 200])]);
  await shown.dispatchEvent("drop", { dataTransfer: files });
  await expect(shown).not.toHaveAttribute("src", first ?? "");
  await field.getByRole("button", { name: "Remove" }).click();
  await expect(shown).toHaveCount(0);
  await expect(brand).toContainText("Conserje");
  expect(await api(stage, "GET", "/api/settings")).toMatchObject({ logo: null });
});

test("what is switched off is asked about where links stop working, and every version can be put in force again", async ({ app, stage }) => {
  await openOrganisation(app, stage);
  const save = app.getByRole("button", { name: "Save", exact: true });
  const links = app.getByRole("switch", { name: "Links to conversations" });
  const mcp = app.getByRole("switch", { name: "MCP interface" });
  await expect(links).toBeChecked();
  await links.press("Space");
  await mcp.press("Space");
  await save.click();
  const dialog = app.getByRole("dialog", { name: "Switch off links to conversations?" });
  await expect(dialog).toContainText("stop working at once");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await api(stage, "GET", "/api/settings")).toMatchObject({ features: { share_links: true, mcp: true } });
  await save.click();
  await dialog.getByRole("button", { name: "Switch off and save" }).click();
  await expect.poll(() => api(stage, "GET", "/api/settings")).toMatchObject({ features: { share_links: false, openai_api: true, mcp: false } });

  // What would be refused is not offered.
  const offered = async () => {
    await app.getByRole("button", { name: /^Options of / }).first().click();
    await expect(app.getByRole("menuitem", { name: "Rename", exact: true })).toBeVisible();
    const found = await app.getByRole("menuitem", { name: "Share…" }).count();
    await app.keyboard.press("Escape");
    return found;
  };
  await expect.poll(offered).toBe(0);

  const history = app.getByRole("region", { name: "What was changed" });
  const rows = history.getByRole("listitem");
  await expect(rows.first()).toContainText("Changed: links switched off, MCP switched off");
  await expect(rows.first()).toContainText(stage.email);
  await expect(rows.first()).toContainText("In force");
  const name = app.getByLabel("Name", { exact: true });
  await name.fill("Not saved yet");
  await rows.nth(1).getByRole("button").click();
  const again = app.getByRole("dialog", { name: /^Put version \d+ in force again\?$/ });
  await again.getByRole("button", { name: "Put in force again" }).click();
  await expect(rows.first()).toContainText(/Version \d+ put in force again/);
  await expect(links).toBeChecked();
  await expect(mcp).toBeChecked();
  await expect.poll(offered).toBe(1);
  // What somebody was writing is still there.
  await expect(name).toHaveValue("Not saved yet");
  expect(await serious(app)).toEqual([]);
  await app.getByRole("button", { name: "Discard" }).click();
});

test("costs are told in the organisation's currency, and one is told where it is set", async ({ app, stage }) => {
  const cost = app.locator("dl div", { hasText: "Cost" }).locator("dd");
  for (const [currency, told] of [["EUR", /^€0/], ["USD", /^US\$0/]] as const) {
    await api(stage, "PATCH", "/api/settings", { currency });
    await app.goto(`${stage.url}/operate/usage`);
    await expect(cost).toHaveText(told);
    await expect(app.getByText(`Costs are in ${currency} (`, { exact: false })).toBeVisible();
  }
  await app.getByRole("link", { name: "Change it in Organisation" }).click();
  await expect(app.getByRole("combobox", { name: "Currency" })).toHaveValue(/^USD · /);
});

test("somebody who reads Spanish is addressed with tú, whatever is chosen", async ({ app, stage }) => {
  await app.evaluate(() => localStorage.setItem("conserje.language", "es"));
  await openOrganisationInSpanish(app, stage);
  await expect(app.getByRole("radio", { name: "De usted a todo el mundo" })).toBeVisible();
  await expect(app.getByText("Lo que tu organización dice de sí misma.", { exact: false })).toBeVisible();
});

async function openOrganisationInSpanish(page: Page, stage: Stage): Promise<void> {
  await page.goto(`${stage.url}/admin/organisation`);
  await expect(page.getByLabel("Nombre", { exact: true })).toBeVisible();
}

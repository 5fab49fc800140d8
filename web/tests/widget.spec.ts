import type { Browser, FrameLocator, Page } from "@playwright/test";
import { isAccessible, openDesk } from "./support/desk.ts";
import { startHost, type Host } from "./support/host.ts";
import { picture } from "./support/picture.ts";
import type { Stage } from "./support/stage.ts";
import { api, expect, ours, test } from "./support/test.ts";

interface Slot {
  branchId: string;
  start: string;
}

test.use({ stageOptions: { scripted: false, packs: ["frontdesk"] } });

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A page of the business, which may show the widget. */
async function shopOf(stage: Stage, facts: Record<string, unknown> = {}, name = "localhost", headers: Record<string, string> = {}): Promise<Host> {
  const host = await startHost(name, headers);
  const site = await api<{ id: string; snippet: string }>(stage, "POST", "/api/sites", { name: "Shop", title: "Clínica Sol", origins: [host.url], ...facts });
  const address = /src="([^"]+)"/.exec(site.snippet)?.[1] ?? "";
  host.show(site.snippet.replace(address, ours(stage, address)));
  return host;
}

/** Somebody who visits that page, with a browser of their own. */
async function visitorOf(browser: Browser, host: Host, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: "es-MX", ...options })).newPage();
  await page.goto(host.url);
  return page;
}

const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Chat"]');

async function say(chat: FrameLocator, text: string): Promise<void> {
  await chat.getByRole("textbox", { name: "Escriba un mensaje" }).fill(text);
  await chat.getByRole("button", { name: "Enviar" }).click();
}

test("a customer books in the widget, the reception moves it, and the customer is told", async ({ app, stage, browser }) => {
  await openDesk(app, stage, "Dental clinic");
  const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${day(2)}&to=${day(9)}&service=limpieza-dental`);
  const slot = items.find((one) => one.branchId === "centro");
  const date = slot?.start.slice(0, 10) ?? "";
  const hour = slot?.start.slice(11, 16) ?? "";
  await app.goto(`${stage.url}/desk/calendar?day=${date}`);
  await expect(app.getByRole("region", { name: "Calendar" })).toBeVisible();

  const shop = await shopOf(stage);
  const customer = await visitorOf(browser, shop);
  const chat = frameOf(customer);
  await customer.getByRole("button", { name: "Abrir el chat" }).click();
  const log = chat.getByRole("log", { name: "Conversación" });
  await expect(log).toContainText("¡Hola!");
  const named = new Date(`${date}T12:00:00Z`).toLocaleDateString("es-MX", { day: "numeric", month: "long", timeZone: "UTC" });
  await say(chat, "Quiero una cita para limpieza dental");
  await expect(log).toContainText(/En qué sucursal/);
  await say(chat, "en el centro");
  await expect(log).toContainText(/Qué día/);
  await say(chat, `el ${named}`);
  await expect(log).toContainText(/A qué hora/);
  await say(chat, `a las ${hour}`);
  await expect(log).toContainText(/A nombre de quién/);
  await say(chat, "Ana López");
  await expect(log).toContainText(/Confirmo la reserva/);
  await say(chat, "sí, por favor");
  // Whole: who closes the chat while it is being written is told of it as news.
  await expect(log.locator(".row.them.said").last()).toContainText(/Queda confirmado/);

  // The customer goes on reading the page; it comes by itself to whoever looks at the calendar.
  await customer.keyboard.press("Escape");
  const block = app.getByRole("region", { name: "Calendar" }).getByRole("button", { name: /Ana López/ });
  await expect(block).toBeVisible();
  await block.focus();
  await app.keyboard.press("Enter");
  const detail = app.getByRole("dialog", { name: "Appointment", exact: true });
  await detail.getByRole("button", { name: "Move", exact: true }).click();
  await detail.getByRole("group", { name: "Time" }).getByRole("button").last().click();
  await detail.getByRole("button", { name: "Move", exact: true }).last().click();
  const news = customer.getByRole("button", { name: "Abrir el chat (1 sin leer)" });
  await expect(news).toBeVisible();
  // Also on the next page, where nothing of this one is left.
  await customer.reload();
  await news.click();
  await expect(log).toContainText("Quiero una cita para limpieza dental");
  await expect(log).toContainText(/Su cita de «Limpieza dental» se cambió/);
  await customer.keyboard.press("Escape");
  await customer.reload();
  await expect(customer.getByRole("button", { name: "Abrir el chat", exact: true })).toBeVisible();
  await customer.context().close();
  await shop.close();
});

test("a page that is not named cannot show the widget", async ({ stage, browser }) => {
  const shop = await shopOf(stage, { origins: ["https://www.example.com"] });
  const visitor = await visitorOf(browser, shop);
  const told = visitor.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
  await visitor.getByRole("button", { name: "Abrir el chat" }).click();
  await told;
  await expect(frameOf(visitor).getByRole("log")).toHaveCount(0);
  await visitor.context().close();
  await shop.close();
});

test("the widget is used by keyboard, can be read by anybody, and has the colour of the business", async ({ stage, browser }) => {
  const shop = await shopOf(stage, { color: "#ffd43b", greeting: "¡Bienvenida!" });
  for (const colorScheme of ["light", "dark"] as const) {
    const visitor = await visitorOf(browser, shop, { colorScheme });
    const chat = frameOf(visitor);
    const bubble = visitor.getByRole("button", { name: "Abrir el chat" });
    await expect(bubble).toHaveCSS("background-color", "rgb(255, 212, 59)");
    await isAccessible(visitor);
    await bubble.focus();
    await visitor.keyboard.press("Enter");
    await expect(chat.getByRole("textbox", { name: "Escriba un mensaje" })).toBeFocused();
    await visitor.keyboard.type("¿A qué hora abren?");
    await visitor.keyboard.press("Enter");
    await expect(chat.getByRole("log")).toContainText("¿A qué hora abren?");
    await expect(chat.locator(".them.said")).toHaveCount(2);
    await isAccessible(visitor);
    await visitor.keyboard.press("Escape");
    await expect(bubble).toBeFocused();
    await expect(chat.getByRole("log")).toBeHidden();
    await visitor.context().close();
  }
  await shop.close();
});

test("the logo of the business stands beside its title, in a place of its own", async ({ stage, browser }) => {
  const shop = await shopOf(stage);
  const put = await fetch(`${stage.url}/api/settings/logo`, {
    method: "PUT",
    headers: { ...stage.owner, "content-type": "application/octet-stream" },
    body: new Uint8Array(picture([200, 60, 20], 96)),
  });
  expect(put.status).toBe(200);
  const visitor = await visitorOf(browser, shop);
  const chat = frameOf(visitor);
  await visitor.route("**/logo?*", async (route) => {
    await expect(chat.getByRole("heading", { name: "Clínica Sol" })).toBeVisible();
    await route.continue();
  });
  await visitor.getByRole("button", { name: "Abrir el chat" }).click();
  const logo = chat.locator("header img");
  // Its size is known before it is there, so that the title stays where it is.
  await expect(logo).toHaveAttribute("width", "32");
  const before = await chat.getByRole("heading").boundingBox();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(96);
  expect(await chat.getByRole("heading").boundingBox()).toEqual(before);
  await expect(logo).toHaveAttribute("alt", "");
  await isAccessible(visitor);
  await visitor.context().close();
  await api(stage, "DELETE", "/api/settings/logo");
  const later = await visitorOf(browser, shop);
  await later.getByRole("button", { name: "Abrir el chat" }).click();
  await expect(frameOf(later).getByRole("heading", { name: "Clínica Sol" })).toBeVisible();
  await expect(frameOf(later).locator("header img")).toHaveCount(0);
  await later.context().close();
  await shop.close();
});

test("what a visitor is known by stays in the frame where the browser keeps it, and is lent to the page where not", async ({ stage, browser }) => {
  for (const [name, isOurs] of [["localhost", false], ["127.0.0.1", true]] as const) {
    const shop = await shopOf(stage, {}, name);
    const visitor = await visitorOf(browser, shop);
    const chat = frameOf(visitor);
    await visitor.getByRole("button", { name: "Abrir el chat" }).click();
    await say(chat, "¿Dónde están?");
    await expect(chat.locator(".them.said")).toHaveCount(2);
    const lent = () => visitor.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("conserje.visitor.")).length);
    expect(await lent()).toBe(isOurs ? 0 : 1);
    await visitor.reload();
    await visitor.getByRole("button", { name: "Abrir el chat" }).click();
    await expect(chat.getByRole("log")).toContainText("¿Dónde están?");
    await visitor.context().close();
    await shop.close();
  }
});

test("a page with a strict policy, which isolates itself, shows the widget", async ({ stage, browser }) => {
  const policy = `default-src 'none'; script-src ${stage.url}; frame-src ${stage.url}; img-src data:`;
  const shop = await shopOf(stage, {}, "localhost", {
    "content-security-policy": policy,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
  });
  const visitor = await visitorOf(browser, shop);
  const refused: string[] = [];
  visitor.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await visitor.getByRole("button", { name: "Abrir el chat" }).click();
  await expect(frameOf(visitor).getByRole("log")).toContainText("¡Hola!");
  expect(refused).toEqual([]);
  await visitor.context().close();
  await shop.close();
});

test("on a phone the widget fills the screen", async ({ stage, browser }) => {
  const shop = await shopOf(stage);
  const viewport = { width: 390, height: 844 };
  const visitor = await visitorOf(browser, shop, { viewport, hasTouch: true, isMobile: true });
  await visitor.getByRole("button", { name: "Abrir el chat" }).tap();
  await expect(frameOf(visitor).getByRole("log")).toBeVisible();
  expect(await visitor.locator('iframe[title="Chat"]').boundingBox()).toEqual({ x: 0, y: 0, ...viewport });
  await frameOf(visitor).getByRole("button", { name: "Cerrar el chat" }).tap();
  await expect(visitor.getByRole("button", { name: "Abrir el chat" })).toBeVisible();
  await visitor.context().close();
  await shop.close();
});

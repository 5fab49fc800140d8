// The front desk: desktop and phone, light and dark, both languages, into `screenshots/`. `SHOTS` takes some only.
import { mkdir, readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright/test";
import type { Stage } from "./support/stage.ts";
import { api, expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const DEMOS = new URL("../../packs/frontdesk/demo/", import.meta.url);
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const NAMES = ["Ana Ruiz", "Luis Soto", "María García", "Pedro Gil", "Lucía Vega", "Omar Díaz", "Eva Luna", "Raúl Mora"];

interface Slot {
  branchId: string;
  staffId: string | null;
  start: string;
}

let day = "";
let opened = "";
let customer = "";

test.use({ stageOptions: { kitchen: true } });

async function book(stage: Stage): Promise<void> {
  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
  for (const [place, name] of [...NAMES, ...NAMES].entries()) {
    const services = ["limpieza-dental", "limpieza-dental", "blanqueamiento", "limpieza-dental"];
    const serviceId = services[place % services.length];
    const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${from}&to=${to}&service=${serviceId}`);
    const slot = items[(place * 37) % Math.min(60, items.length)];
    if (!slot) continue;
    const made = await api<{ appointment: { id: string; customerId: string; localStart: string } }>(stage, "POST", "/api/desk/appointments", {
      customer: { name, phone: `55 5550 0${100 + place}` },
      serviceId,
      branchId: slot.branchId,
      staffId: slot.staffId,
      start: slot.start,
    });
    if (place > 0) continue;
    day = made.appointment.localStart.slice(0, 10);
    opened = made.appointment.id;
    customer = made.appointment.customerId;
  }
  await api(stage, "POST", `/api/desk/customers/${customer}/tokens`, { tokens: 50, reason: "Bienvenida" });
  await api(stage, "POST", `/api/desk/customers/${customer}/tokens`, { tokens: -20, reason: "Cepillo" });
}

async function order(stage: Stage): Promise<void> {
  for (const step of [null, "preparing", "ready", null]) {
    const session = await api<{ id: string }>(stage, "POST", "/api/chat/sessions", {});
    await api(stage, "POST", `/api/chat/sessions/${session.id}/messages`, { message: "tacos please", agent: "kitchen" });
    const mine = async () => (await api<{ items: { id: string; sessionId: string }[] }>(stage, "GET", "/api/desk/orders")).items.find((one) => one.sessionId === session.id);
    await expect.poll(mine).toBeTruthy();
    if (step) await api(stage, "POST", `/api/desk/orders/${(await mine())?.id}/move`, { to: step });
  }
}

async function take(browser: Browser, stage: Stage, views: [string, () => string][]): Promise<void> {
  for (const size of ["desktop", "phone"] as const)
    for (const colorScheme of ["light", "dark"] as const)
      for (const language of ["es", "en"] as const) {
        const look = `${size}-${colorScheme}-${language}`;
        if (process.env.SHOTS && !look.includes(process.env.SHOTS)) continue;
        const isPhone = size === "phone";
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme, locale: language === "es" ? "es-ES" : "en-GB", hasTouch: isPhone, isMobile: isPhone });
        const page = await context.newPage();
        await signIn(page, stage);
        for (const [name, path] of views) {
          await page.goto(`${stage.url}${path()}`);
          await settled(page);
          await page.screenshot({ path: `${FOLDER}${look}-${name}.png` });
        }
        await context.close();
      }
}

async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("main h1") !== null && document.querySelector(".mantine-Skeleton-root") === null, null, { timeout: 90_000 });
  await page.waitForTimeout(600);
}

test("the front desk", async ({ browser, stage }) => {
  await mkdir(FOLDER, { recursive: true });
  await take(browser, stage, [["30-desk-empty", () => "/desk"]]);
  await api(stage, "POST", "/api/desk/demos", { name: "dental" });
  await book(stage);
  await take(browser, stage, [
    ["31-desk-day", () => `/desk/calendar?day=${day}`],
    ["32-desk-week", () => `/desk/calendar?day=${day}&view=week`],
    ["33-desk-appointment", () => `/desk/calendar?day=${day}&open=${opened}`],
    ["34-desk-customers", () => "/desk/customers"],
    ["35-desk-customer", () => `/desk/customers?open=${customer}`],
    ["36-desk-services", () => "/desk/business"],
    ["37-desk-staff", () => "/desk/business?part=staff"],
  ]);
  const text = (name: string) => readFile(new URL(`restaurant/${name}`, DEMOS), "utf8");
  await api(stage, "PUT", "/api/desk/business", { business: await text("business.toml"), menu: await text("menu.csv") });
  await order(stage);
  await take(browser, stage, [
    ["38-desk-orders", () => "/desk/orders"],
    ["39-desk-menu", () => "/desk/business?part=menu"],
  ]);
});

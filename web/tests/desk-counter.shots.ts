// Telephone and counter: desktop and phone, light and dark, into `screenshots/`. `SHOTS` takes some only.
import { mkdir, readFile } from "node:fs/promises";
import type { Page } from "playwright/test";
import { api, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const DEMOS = new URL("../../packs/frontdesk/demo/", import.meta.url);
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };

interface Slot {
  branchId: string;
  staffId: string | null;
  start: string;
}

test("the counter", async ({ browser, stage }) => {
  await mkdir(FOLDER, { recursive: true });
  await api(stage, "POST", "/api/desk/demos", { name: "dental" });
  const from = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const to = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10);
  const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${from}&to=${to}&service=limpieza-dental&branch=centro`);
  const day = items[0]?.start.slice(0, 10) ?? from;
  const here = items.filter((one) => one.start.startsWith(day));
  for (const [place, name] of ["Ana Ruiz", "Luis Soto Hernández", "María García", "Pedro Gil"].entries()) {
    const slot = here[place * 9];
    if (slot) await api(stage, "POST", "/api/desk/appointments", { customer: { name, phone: `55 5550 0${100 + place}` }, serviceId: place % 2 ? "valoracion" : "limpieza-dental", branchId: slot.branchId, start: slot.start, notes: place === 1 ? "2 personas; silla de ruedas" : "" });
  }
  const staffId = here.at(-1)?.staffId;
  await api(stage, "POST", "/api/desk/blocks", { branchId: "centro", staffId, start: `${day}T18:00`, end: `${day}T20:00`, reason: "Curso" });
  await api(stage, "POST", "/api/desk/waiting", { customer: { name: "Vera Gil", phone: "55 7777 8888" }, serviceId: "limpieza-dental", until: to, parts: ["morning"], weekdays: ["mon", "fri"], notes: "Llamar antes" });
  await api(stage, "POST", "/api/desk/waiting", { customer: { name: "Omar Díaz" }, serviceId: "limpieza-dental", staffId, from: day, until: day, parts: ["evening"] });
  const views: [string, string, (page: Page) => Promise<void>][] = [
    ["50-counter-day", `/desk/calendar?day=${day}`, async () => undefined],
    ["51-counter-walk-in", `/desk/calendar?day=${day}`, async (page) => page.getByRole("button", { name: /Walk-in|Sin cita/ }).click()],
    ["52-counter-block", `/desk/calendar?day=${day}`, async (page) => page.getByRole("button", { name: /Block time|Bloquear/ }).click()],
    ["53-counter-blocked", `/desk/calendar?day=${day}`, async (page) => page.getByRole("button", { name: /: Curso/ }).first().click()],
    ["54-counter-waiting", "/desk/waiting", async () => undefined],
    ["55-counter-put-on", "/desk/waiting", async (page) => page.getByRole("button", { name: /Put on|Poner en/ }).click()],
    ["56-counter-customer", "/desk/customers", async (page) => page.getByRole("button", { name: /New customer|Cliente nuevo/ }).click()],
    ["57-counter-print", `/desk/calendar?day=${day}`, async (page) => page.emulateMedia({ media: "print" })],
  ];
  const orders: typeof views = [
    [
      "58-counter-order",
      "/desk/orders",
      async (page) => {
        await page.getByRole("button", { name: /New order|Pedido nuevo/ }).click();
        for (let times = 0; times < 2; times++) await page.getByRole("button", { name: /One more House|Uno más de Guacamole/ }).click();
      },
    ],
  ];
  const take = async (which: typeof views) => {
    for (const size of ["desktop", "phone"] as const)
      for (const colorScheme of ["light", "dark"] as const) {
        const language = colorScheme === "light" ? "es" : "en";
        const look = `${size}-${colorScheme}-${language}`;
        if (process.env.SHOTS && !look.includes(process.env.SHOTS)) continue;
        const isPhone = size === "phone";
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme, locale: language === "es" ? "es-ES" : "en-GB", hasTouch: isPhone, isMobile: isPhone });
        const page = await context.newPage();
        await signIn(page, stage);
        for (const [name, path, act] of which) {
          await page.emulateMedia({ media: "screen", colorScheme });
          await page.goto(`${stage.url}${path}`);
          await page.waitForFunction(() => document.querySelector("main h1") !== null && document.querySelector(".mantine-Skeleton-root") === null, null, { timeout: 90_000 });
          await act(page);
          await page.waitForTimeout(600);
          await page.screenshot({ path: `${FOLDER}${look}-${name}.png` });
        }
        await context.close();
      }
  };
  await take(views);
  const text = (name: string) => readFile(new URL(`restaurant/${name}`, DEMOS), "utf8");
  await api(stage, "PUT", "/api/desk/business", { business: await text("business.toml"), menu: await text("menu.csv") });
  await take(orders);
});

// Telephone and counter: new customers, orders, who walks in, blocked time, the waiting list, the day on paper.
import { isAccessible } from "./support/desk.ts";
import { api, expect, test } from "./support/test.ts";

/** Open whenever the test runs. */
const BUSINESS = `
name = { es = "Siempre", en = "Always" }
currency = "MXN"
[booking]
step_minutes = 30
lead_minutes = 600
[[branch]]
id = "centro"
name = { es = "Centro", en = "Downtown" }
address = "Calle 1"
city = "Jacaranda"
phone = "+52 55 5550 0128"
time_zone = "America/Mexico_City"
hours.mon-sun = ["00:00-12:00", "12:00-02:00"]
[[staff]]
id = "ana"
name = "Ana Luz"
role = "Estilista"
branches = ["centro"]
[[service]]
id = "corte"
name = { es = "Corte", en = "Haircut" }
category = "Pelo"
price = 200
minutes = 60
`;
const MENU = "id,name,name_en,category,category_en,price,available,stock\nagua,Agua,Water,Bebidas,Drinks,20.50,yes,\npesca,Pesca del día,Catch of the day,Fuertes,Mains,210,yes,2\nmole,Mole,Mole,Fuertes,Mains,150,no,\n";

interface Slot {
  branchId: string;
  staffId: string | null;
  start: string;
}

// One after the other on one server: the first makes the business.
test.describe.configure({ mode: "serial" });

const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a new customer, a telephone that is known, and an order from the menu", async ({ app, stage }) => {
  await api(stage, "PUT", "/api/desk/business", { business: BUSINESS, menu: MENU });
  await app.goto(`${stage.url}/desk/customers`);
  await app.getByRole("button", { name: "New customer" }).click();
  const form = app.getByRole("dialog", { name: "New customer" });
  await form.getByLabel("Name").fill("Marta León");
  await form.getByLabel("Phone").fill("55 1234 5678");
  await form.getByLabel("Notes for the staff").fill("Allergic to latex");
  await isAccessible(app);
  await form.getByRole("button", { name: "Save" }).click();
  const file = app.getByRole("dialog", { name: "Marta León" });
  await expect(file.getByLabel("Notes for the staff")).toHaveValue("Allergic to latex");
  await file.getByRole("button", { name: "Close" }).click();
  await app.getByRole("button", { name: "New customer" }).click();
  await form.getByLabel("Name").fill("M. León");
  await form.getByLabel("Phone").fill("+52 55-1234-5678");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByRole("alert")).toContainText("Marta León has this telephone already.");
  await form.getByRole("button", { name: "Open" }).click();
  await expect(file).toBeVisible();

  await app.goto(`${stage.url}/desk/orders`);
  await app.getByRole("button", { name: "New order" }).click();
  const order = app.getByRole("dialog", { name: "New order" });
  // Whoever has the number that is typed is offered.
  await order.getByLabel("Name").fill("somebody");
  await order.getByLabel("Phone").fill("5512345678");
  await order.getByRole("button", { name: "Book for Marta León" }).click();
  await expect(order.getByRole("textbox", { name: "Customer" }).or(order.getByRole("combobox", { name: "Customer" }))).toHaveValue(/Marta León/);
  for (let times = 0; times < 2; times++) await order.getByRole("button", { name: "One more Catch of the day" }).click();
  await expect(order.getByRole("button", { name: "One more Catch of the day" })).toBeDisabled();
  await expect(order.getByRole("button", { name: "One more Mole" })).toBeDisabled();
  await order.getByLabel("Find a dish").fill("wat");
  await expect(order.getByText("Catch of the day")).toHaveCount(0);
  await order.getByRole("button", { name: "One more Water" }).click();
  await order.getByLabel("Notes for Water").fill("no ice");
  await expect(order.getByText("3 items")).toContainText("440.50");
  await isAccessible(app);
  await order.getByText("Delivery", { exact: true }).click();
  await expect(order.getByRole("button", { name: "Place order" })).toBeDisabled();
  await order.getByLabel("Address").fill("Calle 2");
  await order.getByRole("button", { name: "Place order" }).click();
  const placed = app.getByRole("region", { name: "Placed" });
  await expect(placed.getByText("2 × Catch of the day")).toBeVisible();
  await expect(placed.getByText("no ice")).toBeVisible();
  await expect(placed.getByText("Delivery: Calle 2")).toBeVisible();
  await app.getByRole("button", { name: "Undo" }).click();
  await expect(placed.getByText("2 × Catch of the day")).toHaveCount(0);
});

test("who walks in is booked for now, and who has an appointment arrives", async ({ app, stage }) => {
  await app.goto(`${stage.url}/desk/calendar`);
  await app.getByRole("button", { name: "Walk-in" }).click();
  const dialog = app.getByRole("dialog", { name: "Walk-in" });
  await dialog.getByLabel("Name").fill("Rosa Paz");
  await isAccessible(app);
  await dialog.getByRole("button", { name: "Book now" }).click();
  await expect(app.getByText(/Booked from \d\d:\d\d with Ana Luz/)).toBeVisible();
  const block = app.getByRole("region", { name: "Calendar" }).getByRole("button", { name: /Rosa Paz/ });
  await expect(block).toContainText(/\d\d:\d\d Rosa Paz/);
  await expect(block).toContainText("Haircut");
  await expect(block.getByRole("img", { name: "Arrived" })).toBeVisible();
  await isAccessible(app);
  // Undone for the one after.
  await app.getByRole("button", { name: "Undo" }).click();
  await expect(block).toHaveCount(0);
});

test("time is blocked, what is booked in it is named, and who waits is served when it is freed", async ({ app, stage }) => {
  const day = dayAfter(3);
  const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${day}&service=corte`);
  const slot = items.find((one) => one.start.endsWith("10:00"));
  await api(stage, "POST", "/api/desk/appointments", { customer: { name: "Eva Luna" }, serviceId: "corte", branchId: "centro", staffId: "ana", start: slot?.start });
  await app.goto(`${stage.url}/desk/calendar?day=${day}`);
  await app.getByRole("button", { name: "Block time" }).click();
  const dialog = app.getByRole("dialog", { name: "Block time" });
  await dialog.getByLabel("From", { exact: true }).fill("00:00");
  await dialog.getByLabel("To", { exact: true }).fill("23:55");
  await dialog.getByLabel("Reason").fill("A leak");
  await isAccessible(app);
  await dialog.getByRole("button", { name: "Block time" }).click();
  await expect(dialog.getByRole("alert")).toContainText("10:00 Eva Luna");
  await dialog.getByRole("link", { name: "10:00 Eva Luna" }).click();
  const appointment = app.getByRole("dialog", { name: "Appointment", exact: true });
  await appointment.getByRole("button", { name: "Cancel appointment" }).click();
  await app.getByRole("dialog", { name: "Cancel the appointment?" }).getByRole("button", { name: "Cancel appointment" }).click();
  const calendar = app.getByRole("region", { name: "Calendar" });
  await expect(calendar.getByRole("button", { name: /Eva Luna/ })).toHaveCount(0);
  await api(stage, "POST", "/api/desk/blocks", { branchId: "centro", start: `${day}T00:00`, end: `${day}T23:55`, reason: "A leak" });
  await expect(calendar.getByRole("button", { name: "Blocked: A leak" })).toBeVisible();
  await isAccessible(app);

  await app.getByRole("link", { name: "Waiting list" }).click();
  await expect(app.getByText("Nobody waits.")).toBeVisible();
  await app.getByRole("button", { name: "Put on the list" }).click();
  const wish = app.getByRole("dialog", { name: "Waiting list" });
  await wish.getByLabel("Name").fill("Vera Gil");
  await wish.getByLabel("Phone").fill("55 7777 8888");
  await wish.getByLabel("From", { exact: true }).fill(day);
  await wish.getByLabel("Until").fill(day);
  await wish.getByText("Morning", { exact: true }).click();
  await isAccessible(app);
  await wish.getByRole("button", { name: "Put on the list" }).click();
  const entry = app.getByRole("list", { name: "Waiting list" }).getByRole("listitem");
  await expect(entry).toContainText("Nothing free yet");

  const blocks = await api<{ items: { id: string }[] }>(stage, "GET", `/api/desk/blocks?from=${day}`);
  await api(stage, "DELETE", `/api/desk/blocks/${blocks.items[0]?.id}`);
  // It comes by itself, and is told wherever one is.
  await expect(entry).toContainText("Free now");
  await expect(app.getByRole("link", { name: "Waiting list (1)" })).toBeVisible();
  await isAccessible(app);
  await entry.getByRole("button", { name: "Book it for Vera Gil" }).click();
  await expect(app.getByText("Nobody waits.")).toBeVisible();
  await app.goto(`${stage.url}/desk/calendar?day=${day}`);
  await expect(calendar.getByRole("button", { name: /06:00 Vera Gil/ })).toBeVisible();

  // Somebody stands in the calendar of the day, and on paper is nothing else.
  await app.emulateMedia({ media: "print" });
  await expect(app.getByRole("heading", { name: /Downtown/ })).toBeVisible();
  await expect(app.getByRole("row", { name: /06:00–07:00 Haircut Vera Gil 55 7777 8888 Ana Luz/ })).toBeVisible();
  await expect(app.getByRole("button")).toHaveCount(0);
  await app.emulateMedia({ media: "screen" });
  await expect(app.getByRole("row")).toHaveCount(0);
});

test("it fits a telephone, in Spanish too", async ({ app, stage, browser }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  const fits = async () => expect(await app.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  for (const [view, button] of [
    ["calendar", "Walk-in"],
    ["calendar", "Block time"],
    ["calendar", "New appointment"],
    ["orders", "New order"],
    ["customers", "New customer"],
    ["waiting", "Put on the list"],
  ] as const) {
    await app.goto(`${stage.url}/desk/${view}`);
    await app.getByRole("button", { name: button }).click();
    await expect(app.getByRole("dialog")).toBeVisible();
    await fits();
  }
  const spanish = await browser.newContext({ locale: "es-MX", storageState: await app.context().storageState() });
  const page = await spanish.newPage();
  await page.goto(`${stage.url}/desk/waiting`);
  await expect(page.getByText("Nadie espera.")).toBeVisible();
  await page.getByRole("button", { name: "Poner en la lista" }).click();
  await expect(page.getByRole("dialog", { name: "Lista de espera" }).getByText("Parte del día")).toBeVisible();
  await spanish.close();
});

import { isAccessible, openDesk } from "./support/desk.ts";
import { api, expect, held, test } from "./support/test.ts";

interface Slot {
  branchId: string;
  staffId: string | null;
  start: string;
}

// One after the other on one server: the first finds it empty.
test.describe.configure({ mode: "serial" });

const today = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a business is imported with one click, and an appointment is made, moved by hand and mouse, and cancelled", async ({ app, stage }) => {
  await app.goto(`${stage.url}/chat`);
  const asked = held(app, "**/api/desk/catalogue");
  await app.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Front desk" }).click();
  const catalogue = await asked;
  await expect(app.getByRole("heading", { name: "Front desk" })).toBeVisible();
  await expect(app.getByRole("navigation", { name: "Views of the front desk" })).toHaveCount(0);
  await catalogue.continue();
  await expect(app.getByText("No business here yet")).toBeVisible();
  await isAccessible(app);
  await app.getByRole("button", { name: /Dental clinic/ }).click();
  await expect(app.getByRole("region", { name: "Calendar" })).toBeVisible();
  const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${today(1)}&to=${today(12)}&service=limpieza-dental`);
  const slot = items.find((one) => items.some((other) => other.staffId === one.staffId && other.start.slice(0, 10) === one.start.slice(0, 10) && other.start > `${one.start.slice(0, 11)}${String(Number(one.start.slice(11, 13)) + 1).padStart(2, "0")}`));
  const day = slot?.start.slice(0, 10) ?? "";
  await app.goto(`${stage.url}/desk/calendar?day=${day}`);
  await app.getByRole("button", { name: "New appointment" }).click();
  const dialog = app.getByRole("dialog", { name: "New appointment" });
  await dialog.getByLabel("Name").fill("Ana Ruiz");
  await dialog.getByRole("group", { name: "Time" }).getByRole("button").first().click();
  await isAccessible(app);
  await dialog.getByRole("button", { name: "Book" }).click();
  await expect(app.getByText("Booked.")).toBeVisible();
  const block = app.getByRole("region", { name: "Calendar" }).getByRole("button", { name: /Ana Ruiz/ });
  await expect(block).toBeVisible();
  const before = await block.textContent();
  await isAccessible(app);

  // By mouse: an hour later, asked for, and taken back.
  await block.scrollIntoViewIfNeeded();
  const box = (await block.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await app.mouse.move(box.x + box.width / 2, box.y + 8);
  await app.mouse.down();
  await app.mouse.move(box.x + box.width / 2, box.y + 8 + 35, { steps: 4 });
  await app.mouse.move(box.x + box.width / 2, box.y + 8 + 69, { steps: 4 });
  await app.mouse.up();
  const asking = app.getByRole("dialog", { name: "Move the appointment?" });
  await asking.getByRole("button", { name: "Move" }).click();
  await expect(app.getByText("Moved.")).toBeVisible();
  await expect(block).not.toHaveText(before ?? "");
  await app.getByRole("button", { name: "Undo" }).last().click();
  await expect(app.getByText("Taken back.")).toBeVisible();
  await expect(block).toHaveText(before ?? "");

  // The staff say that she will come: a check mark, until that is taken back.
  await block.click();
  const file = app.getByRole("dialog", { name: "Appointment", exact: true });
  await file.getByRole("button", { name: "They will come" }).click();
  await expect(app.getByText("Confirmed.").last()).toBeVisible();
  await expect(file.getByRole("button", { name: "They will come" })).toHaveCount(0);
  await isAccessible(app);
  await file.getByRole("button", { name: "Close" }).click();
  await expect(block.getByRole("img", { name: "Confirmed" })).toBeVisible();
  await app.getByRole("button", { name: "Undo" }).last().click();
  await expect(block.getByRole("img", { name: "Confirmed" })).toHaveCount(0);

  // By keyboard: opened, moved to a free time, cancelled.
  await block.focus();
  await app.keyboard.press("Enter");
  const detail = app.getByRole("dialog", { name: "Appointment", exact: true });
  await expect(detail.getByText("Ana Ruiz")).toBeVisible();
  await detail.getByRole("button", { name: "Move", exact: true }).click();
  await detail.getByRole("group", { name: "Time" }).getByRole("button").last().click();
  await isAccessible(app);
  await detail.getByRole("button", { name: "Move", exact: true }).last().click();
  await expect(block).not.toHaveText(before ?? "");
  await expect(detail.getByRole("region", { name: "What happened" }).getByText("Moved").first()).toBeVisible();
  await detail.getByRole("button", { name: "Cancel appointment" }).click();
  await app.getByRole("dialog", { name: "Cancel the appointment?" }).getByRole("button", { name: "Cancel appointment" }).click();
  await expect(block).toHaveCount(0);
});

test("another window hears of it, a customer has a ledger, and a service is edited unless somebody was first", async ({ app, stage }) => {
  await openDesk(app, stage, "Dental clinic");
  const { items } = await api<{ items: Slot[] }>(stage, "GET", `/api/desk/slots?from=${today(1)}&to=${today(12)}&service=limpieza-dental`);
  const slot = items.at(-1);
  await app.goto(`${stage.url}/desk/calendar?day=${slot?.start.slice(0, 10)}&view=week`);
  await expect(app.getByRole("region", { name: "Calendar" })).toBeVisible();
  const booking = { customer: { name: "Luis Soto", phone: "5550001111" }, serviceId: "limpieza-dental", branchId: slot?.branchId, start: slot?.start };
  await api(stage, "POST", "/api/desk/appointments", booking);
  await expect(app.getByRole("button", { name: /Luis Soto/ })).toBeVisible();
  await isAccessible(app);
  await app.getByRole("button", { name: /Luis Soto/ }).click();
  await app.getByRole("button", { name: "It took place" }).click();
  await expect(app.getByText(/50 tokens earned/)).toBeVisible();

  await app.goto(`${stage.url}/desk/customers`);
  await app.getByLabel("Name, phone or email").fill("soto");
  await app.getByRole("button", { name: "Luis Soto" }).click();
  const ledger = app.getByRole("region", { name: "Token ledger" });
  await expect(ledger.getByText("Appointment took place")).toBeVisible();
  await ledger.getByLabel("How many").fill("-20");
  await ledger.getByLabel("Reason").fill("spent at the counter");
  await ledger.getByRole("button", { name: "Give or take tokens" }).click();
  await expect(ledger.getByText("spent at the counter")).toBeVisible();
  await expect(ledger.getByRole("heading")).toContainText("30");
  await isAccessible(app);

  await app.goto(`${stage.url}/desk/business`);
  await app.getByRole("button", { name: "Dental cleaning" }).click();
  const editor = app.getByRole("dialog", { name: "Dental cleaning" });
  await isAccessible(app);
  const all = await api<{ services: { id: string; version: string; value: Record<string, unknown> }[] }>(stage, "GET", "/api/desk/catalogue");
  const cleaning = all.services.find((one) => one.id === "limpieza-dental");
  await fetch(`${stage.url}/api/desk/catalogue/services/limpieza-dental`, {
    method: "PUT",
    headers: { ...stage.owner, "content-type": "application/json", "if-match": cleaning?.version ?? "" },
    body: JSON.stringify({ ...cleaning?.value, minutes: 60 }),
  });
  await editor.getByLabel("Minutes", { exact: true }).fill("45");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toContainText("Somebody changed this meanwhile");
  await expect(editor.getByLabel("Minutes", { exact: true })).toHaveValue("60");
  await editor.getByLabel("Minutes", { exact: true }).fill("45");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(app.getByRole("listitem").filter({ hasText: "Dental cleaning" })).toContainText("45 min");
});

import { isAccessible, openDesk } from "./support/desk.ts";
import { api, expect, test } from "./support/test.ts";

test.use({ stageOptions: { kitchen: true } });

test("an order that an assistant took goes over the board, and earns once it is paid", async ({ app, stage }) => {
  await openDesk(app, stage, "Restaurant", "orders");
  await expect(app.getByText("No orders at the moment")).toBeVisible();
  await isAccessible(app);
  const session = await api<{ id: string }>(stage, "POST", "/api/chat/sessions", {});
  await api(stage, "POST", `/api/chat/sessions/${session.id}/messages`, { message: "tacos please", agent: "kitchen" });
  // It comes by itself.
  const placed = app.getByRole("region", { name: "Placed" });
  await expect(placed.getByText("2 × Tacos al pastor")).toBeVisible();
  await expect(placed.getByText("sin cebolla")).toBeVisible();
  await isAccessible(app);
  await placed.getByRole("button", { name: "Prepare" }).click();
  const preparing = app.getByRole("region", { name: "Preparing" });
  await expect(preparing.getByText("2 × Tacos al pastor")).toBeVisible();
  await app.getByRole("button", { name: "Undo" }).click();
  await expect(placed.getByText("2 × Tacos al pastor")).toBeVisible();
  await placed.getByRole("button", { name: "Prepare" }).click();
  await preparing.getByRole("button", { name: "Ready" }).click();
  await app.getByRole("region", { name: "Ready" }).getByRole("button", { name: "Picked up" }).click();
  await app.getByRole("region", { name: "On the way" }).getByRole("button", { name: "Completed" }).click();
  const over = app.getByRole("region", { name: "Over" });
  await expect(over.getByText("Paid", { exact: true })).toBeVisible();
  await over.getByRole("link", { name: "Marta León" }).click();
  const ledger = app.getByRole("region", { name: "Token ledger" });
  await expect(ledger.getByText("Order paid")).toBeVisible();
  await expect(ledger.getByText("+24")).toBeVisible();
});

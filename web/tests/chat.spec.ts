import { ask, expect, test } from "./support/test.ts";

test("an answer streams in and stays after a reload", async ({ app }) => {
  await ask(app, "slowly please");
  await expect(app.getByText("word5", { exact: false })).toBeVisible();
  await expect(app.getByRole("button", { name: "Stop" })).toBeVisible();
  await expect(app.getByRole("article").getByText("word60")).toBeVisible();
  await expect(app.getByText("No source used")).toBeVisible();
  await app.reload();
  await expect(app.getByRole("article").getByText("word60")).toBeVisible();
  await expect(app.getByRole("article").getByText("slowly please")).toHaveCount(1);
});

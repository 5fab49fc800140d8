// Who changed what of the set-up, and since when the server runs.
import { isAccessible } from "./support/desk.ts";
import { api, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs"] } });

test("what was changed is listed with who did it, part by part", async ({ app, stage }) => {
  await api(stage, "POST", "/api/sites", { name: "Our shop" });
  await api(stage, "PATCH", "/api/settings", { features: { mcp: false } });
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Changes" }).click();
  const table = app.getByRole("table", { name: "Changes" });
  const first = table.getByRole("row").nth(1);
  await expect(first).toContainText("Organisation");
  await expect(first).toContainText("features.mcp");
  await expect(table.getByRole("row").filter({ hasText: "Our shop" })).toContainText("Added");
  await isAccessible(app);
  await app.goto(`${stage.url}/admin/changes?part=site`);
  await expect(table.getByRole("row").filter({ hasText: "Our shop" })).toBeVisible();
  await expect(table.getByRole("row").filter({ hasText: "features.mcp" })).toHaveCount(0);
});

test("the health of the server names its version and since when it runs", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin/health`);
  await expect(app.getByText(/^Conserje \d+\.\d+\.\d+ · runs since .*\d{4}/)).toBeVisible();
});

// Organisations on an installation, for the owners of the one that runs it.
import { serious } from "./support/axe.ts";
import { expect, ours, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs"] } });
// Each begins with what the one before left.
test.describe.configure({ mode: "serial" });

test("a tenant is made, its owner's link is shown once and works, and it is in the list", async ({ app, stage, browser }) => {
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Tenants" }).click();
  await app.getByRole("button", { name: "New tenant" }).click();
  const dialog = app.getByRole("dialog", { name: "New tenant" });
  const slug = dialog.getByLabel("Short name");
  const create = dialog.getByRole("button", { name: "Create" });
  await expect(create).toBeDisabled();
  await dialog.getByLabel("Name", { exact: true }).fill("Café Olmo");
  await expect(slug).toHaveValue("cafe-olmo");
  await slug.fill("Café");
  await expect(slug).toHaveAttribute("aria-invalid", "true");
  await expect(create).toBeDisabled();
  await slug.fill("olmo");
  await dialog.getByText("Español", { exact: true }).click();
  await dialog.getByLabel("E-mail address of its owner").fill("ana@olmo.example");
  expect(await serious(app)).toEqual([]);
  await create.click();
  const made = app.getByRole("dialog", { name: "Café Olmo is there" });
  const link = await made.getByRole("textbox", { name: "Link for its owner" }).inputValue();
  expect(link).toMatch(/\/welcome#\S+$/);
  await expect(made).toContainText("ana@olmo.example");
  await expect(made.getByRole("button", { name: "Copy" })).toBeVisible();
  expect(await serious(app)).toEqual([]);
  await made.getByRole("button", { name: "Done" }).click();
  const row = app.getByRole("row", { name: /Café Olmo/ });
  await expect(row).toContainText("olmo");
  await expect(app.getByText(link)).toHaveCount(0);

  // Its owner comes in, and sees nothing of the others.
  const other = await (await browser.newContext({ locale: "en-GB" })).newPage();
  await other.goto(ours(stage, link));
  await other.getByLabel("Password", { exact: true }).fill("a long enough password");
  await other.locator('button[type="submit"]').click();
  await expect(other.getByRole("textbox", { name: "Message" })).toBeVisible();
  await other.goto(`${stage.url}/admin/users`);
  const views = other.getByRole("navigation", { name: "Views of administration" });
  await expect(views.getByRole("link", { name: "Organisation" })).toBeVisible();
  await expect(views.getByRole("link", { name: "Tenants" })).toHaveCount(0);
  await other.goto(`${stage.url}/admin/tenants`);
  await expect(other.getByText("Only owners of the organisation that runs this installation see the others.")).toBeVisible();
  await other.context().close();
});

test("what is taken is told at its field, and the view is found by its name", async ({ app, stage }) => {
  await app.keyboard.press("Control+K");
  await app.getByRole("combobox").fill("tenants");
  await app.getByRole("option", { name: "Go to Tenants" }).click();
  await expect(app).toHaveURL(`${stage.url}/admin/tenants`);
  await app.getByRole("button", { name: "New tenant" }).click();
  const dialog = app.getByRole("dialog", { name: "New tenant" });
  await dialog.getByLabel("Name", { exact: true }).fill("Olmo");
  await dialog.getByLabel("E-mail address of its owner").fill("ana@olmo.example");
  await dialog.getByRole("button", { name: "Create" }).click();
  const slug = dialog.getByLabel("Short name");
  await expect(slug).toHaveAttribute("aria-invalid", "true");
  await slug.fill("olmo-2");
  await expect(slug).not.toHaveAttribute("aria-invalid", "true");
});

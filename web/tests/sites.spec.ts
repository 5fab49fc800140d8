import { isAccessible } from "./support/desk.ts";
import { startHost } from "./support/host.ts";
import { expect, ours, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["frontdesk"] } });

test("a site is added, its line shows the chat on a page, and it is changed, closed and removed", async ({ app, stage, browser, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const shop = await startHost("localhost", {});
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Sites" }).click();
  // The demo's clinic has one.
  const clinic = app.getByRole("row").filter({ hasText: "Clínica Dental Sonrisa Clara" });
  await clinic.getByRole("button", { name: "Remove" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(app.getByText("No sites yet")).toBeVisible();
  await isAccessible(app);
  await app.getByRole("button", { name: "Add a site" }).click();
  const making = app.getByRole("dialog");
  await making.getByRole("textbox", { name: "Name" }).fill("Our shop");
  const origins = making.getByRole("textbox", { name: /^Addresses/ });
  await origins.fill("shop.example/contact");
  await making.getByRole("button", { name: "Save" }).click();
  await expect(making.getByRole("alert")).toContainText("shop.example");
  await origins.fill(`${shop.url}/\nhttps://www.example.com`);
  await making.getByRole("textbox", { name: "Greeting" }).fill("Buenos días. ¿En qué le ayudamos?");
  await making.getByRole("button", { name: "Save" }).click();
  await expect(making.getByRole("status")).toHaveText("Saved.");
  await expect(origins).toHaveValue(`${shop.url}\nhttps://www.example.com`);
  await isAccessible(app);
  await making.getByRole("button", { name: "Copy the line" }).click();
  const line = await app.evaluate(() => navigator.clipboard.readText());
  const address = /src="([^"]+)"/.exec(line)?.[1] ?? "";
  shop.show(line.replace(address, ours(stage, address)));
  await making.getByRole("button", { name: "Close" }).last().click();

  const visitor = await (await browser.newContext({ locale: "es-MX" })).newPage();
  await visitor.goto(shop.url);
  await visitor.getByRole("button", { name: "Abrir el chat" }).click();
  const chat = visitor.frameLocator('iframe[title="Chat"]');
  await expect(chat.getByRole("log")).toContainText("Buenos días.");
  await expect(chat.getByRole("heading", { name: "Our shop" })).toBeVisible();

  const row = app.getByRole("row").filter({ hasText: "Our shop" });
  await row.getByRole("button", { name: "Edit" }).click();
  await app.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Clínica Sol");
  await app.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(app.getByRole("dialog").getByRole("status")).toHaveText("Saved.");
  await app.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
  await visitor.reload();
  await visitor.getByRole("button", { name: "Abrir el chat" }).click();
  await expect(chat.getByRole("heading", { name: "Clínica Sol" })).toBeVisible();

  await row.getByRole("button", { name: "Close" }).click();
  await expect(row).toContainText("Closed");
  await isAccessible(app);
  await row.getByRole("button", { name: "Remove" }).click();
  await app.getByRole("dialog", { name: "Remove Our shop?" }).getByRole("button", { name: "Remove" }).click();
  await expect(app.getByText("No sites yet")).toBeVisible();
  await visitor.context().close();
  await shop.close();
});

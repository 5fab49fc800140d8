import { pdfOf } from "./support/pdf.ts";
import { addFile, ask, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false } });

const PDF = pdfOf([
  ["Normativa de la clinica", "Este documento recoge las normas de la clinica dental.", "Atendemos con cita previa."],
  ["Anulaciones", "Para anular una cita hay que avisar con 24 horas de antelacion.", "Las anulaciones tardias se cobran al 50 %."],
]);

test("a question is answered from an uploaded PDF without a model, and the citation opens at the passage", async ({ app }) => {
  await expect(app.getByText(/^No language model/)).toBeVisible();
  await app.getByRole("link", { name: "Knowledge" }).click();
  await app.getByTestId("picker").setInputFiles({ name: "normativa.pdf", mimeType: "application/pdf", buffer: PDF });
  const row = app.getByRole("row", { name: /normativa\.pdf/ });
  await expect(row).toContainText("Ready", { timeout: 60_000 });
  // Where nobody has filed it has a name for people.
  await expect(row).toContainText("Documents");
  await expect(app.getByRole("navigation", { name: "Collections" }).getByRole("button", { name: /^Documents \d/ })).toBeVisible();
  await app.getByRole("link", { name: "Chat", exact: true }).click();
  await ask(app, "¿Con cuánta antelación hay que anular una cita?");
  const marker = app.getByRole("button", { name: "Source 1: normativa.pdf" });
  await expect(marker).toBeVisible({ timeout: 20_000 });
  await marker.hover();
  await expect(app.getByRole("dialog").or(app.locator("blockquote")).first()).toContainText("24 horas");
  await marker.click();
  await expect(app.getByText("Page 2 of 2")).toBeVisible();
  await expect(app.getByTestId("passage").first()).toBeVisible();
  await app.getByText("Text", { exact: true }).click();
  await expect(app.getByTestId("passage")).toContainText("24 horas");
});

test("of twenty files the broken one says why, and the others are read", async ({ app }) => {
  await app.getByRole("link", { name: "Knowledge" }).click();
  const good = Array.from({ length: 19 }, (_, n) => ({ name: `nota-${n}.txt`, mimeType: "text/plain", buffer: Buffer.from(`Nota ${n}: el código es ${n * 7}.`) }));
  const broken = { name: "roto.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\nthis is cut off") };
  await app.getByTestId("picker").setInputFiles([...good, broken]);
  await expect(app.getByRole("row", { name: /nota-\d+\.txt.*Ready/ })).toHaveCount(19, { timeout: 60_000 });
  // Refused at the door or given up on later: either way in words.
  const refused = app.getByRole("alert").filter({ hasText: "roto.pdf" });
  const failed = app.getByRole("row", { name: /roto\.pdf.*Failed/ });
  await expect(refused.or(failed).first()).toBeVisible({ timeout: 60_000 });
  await app.getByLabel("Filter by name").fill("nota-1");
  await expect(app.getByRole("row", { name: /nota-/ })).toHaveCount(10);
  await app.getByLabel("Select all").check();
  await expect(app.getByText("10 documents selected")).toBeVisible();
  await app.getByRole("button", { name: "Delete" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(app.getByText("10 documents deleted.")).toBeVisible();
});

test("a word in a picture is found", async ({ app, browser, stage }) => {
  const drawing = await browser.newPage({ viewport: { width: 900, height: 300 } });
  await drawing.setContent('<body style="font: 40px sans-serif; padding: 40px">La consulta cierra en agosto.<br>Urgencias: llamar al dispensario.</body>');
  const picture = await drawing.screenshot();
  await drawing.close();
  await app.getByRole("link", { name: "Knowledge" }).click();
  await app.getByTestId("picker").setInputFiles({ name: "cartel.png", mimeType: "image/png", buffer: picture });
  await expect(app.getByRole("row", { name: /cartel\.png/ })).toContainText("Ready", { timeout: 60_000 });
  await app.goto(`${stage.url}/knowledge/search?q=dispensario`);
  const words = app.getByRole("region", { name: "Words" });
  await expect(words.getByRole("link", { name: "cartel.png" }).first()).toBeVisible();
  await expect(words.locator("mark").first()).toHaveText(/dispensario/i);
});

test("searches stand side by side, with synonyms", async ({ app, stage }) => {
  await addFile(stage, "tarifas.md", "# Tarifas\n\n## Citas\n\nPara anular una cita hay que avisar con 24 horas.\n");
  await app.goto(`${stage.url}/knowledge/synonyms`);
  await app.getByLabel("Term").fill("cancelar");
  await app.getByLabel("Also looked for").first().fill("anular,");
  await app.getByRole("button", { name: "Add term" }).click();
  await expect(app.getByText("cancelar", { exact: true })).toBeVisible();
  await app.goto(`${stage.url}/knowledge/search`);
  await app.getByPlaceholder("Ask as you would in the chat…").fill("cancelar una cita");
  await app.keyboard.press("Enter");
  const words = app.getByRole("region", { name: "Words" });
  await expect(words.getByText(/passages? found in/)).toBeVisible();
  await expect(words.getByText("Also looked for")).toBeVisible();
  await expect(words.locator("mark").first()).toBeVisible();
  await expect(app.getByRole("region", { name: "Meaning" })).toBeVisible();
  await words.getByRole("link").first().click();
  await expect(app.getByRole("tab", { name: /Passages/ })).toHaveAttribute("aria-selected", "true");
});

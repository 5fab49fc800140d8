import { writeFile } from "node:fs/promises";
import { pdfOf } from "./support/pdf.ts";
import { ask, expect, held, READ, test, untilAllIsThere } from "./support/test.ts";

/** More than what lies in the buffers between a browser and a server that takes nothing. */
const HEAVY = 24_000_000;

test("a file from the picker shows how far it is, and waits with the message until it is read", async ({ app, stage }) => {
  await untilAllIsThere(app);
  const choosing = app.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Attach files" }).click();
  stage.hold();
  const heavy = pdfOf([["Camping", "El camping abre en junio."]], HEAVY);
  await (await choosing).setFiles({ name: "camping.pdf", mimeType: "application/pdf", buffer: heavy });
  const chip = app.getByRole("listitem").filter({ hasText: "camping.pdf" });
  await expect(chip).toContainText(/Uploading [1-9]\d?%/);
  await app.getByRole("textbox", { name: "Message" }).fill("weather please");
  await expect(app.getByRole("button", { name: "Send" })).toBeDisabled();
  stage.letGo();
  await expect(chip).toContainText("Ready", READ);
  await app.getByRole("button", { name: "Send" }).click();
  await expect(app.getByRole("list", { name: "Attached" }).getByRole("link", { name: "camping.pdf" })).toBeVisible();
  await expect(app.getByRole("article").getByText("It is sunny.")).toBeVisible();
});

test("an upload is taken back while it is under way, and the message goes without it", async ({ app, stage }) => {
  await untilAllIsThere(app);
  const choosing = app.waitForEvent("filechooser");
  await app.getByRole("button", { name: "Attach files" }).click();
  stage.hold();
  await (await choosing).setFiles({ name: "no.txt", mimeType: "text/plain", buffer: Buffer.from("no") });
  const chip = app.getByRole("listitem").filter({ hasText: "no.txt" });
  await expect(chip).toContainText("Uploading");
  await chip.getByRole("button", { name: "Remove no.txt" }).click();
  await expect(chip).toBeHidden();
  stage.letGo();
  await ask(app, "tides please");
  await expect(app.getByRole("article").getByText("The sea is low.")).toBeVisible();
  await expect(app.getByRole("list", { name: "Attached" })).toBeHidden();
});

test("files are dragged onto the conversation, and the place says so", async ({ app }, info) => {
  const paths = ["uno.txt", "dos.txt"].map((name) => info.outputPath(name));
  for (const path of paths) await writeFile(path, `Contenido de ${path.slice(-7)}.`);
  // As the system's file manager does it: no event is made up in the page.
  const browser = await app.context().newCDPSession(app);
  const drag = (type: "dragEnter" | "dragOver" | "drop", x = 700) =>
    browser.send("Input.dispatchDragEvent", { type, x, y: 300, data: { items: [], files: paths, dragOperationsMask: 1 } });
  await drag("dragEnter");
  await drag("dragOver");
  await expect(app.getByText("Drop files to attach them")).toBeVisible();
  await drag("dragOver", 100);
  await expect(app.getByText("Drop files to attach them")).toBeHidden();

  // While the page is still coming, what is under the pointer changes.
  const asked = held(app, "**/api/assistants*");
  await app.reload();
  const assistants = await asked;
  await expect(app.getByRole("heading", { name: "What can I do for you?" })).toBeVisible();
  await drag("dragEnter");
  const docs = { name: "docs", title: "Documents", description: "", picture: "📚", serves: ["members"], isReady: true, examples: ["What are the prices?"], agents: [] };
  await assistants.fulfill({ json: { items: [docs], tools: [], nextCursor: null } });
  await expect(app.getByRole("button", { name: /What are the prices\?/ })).toBeVisible();
  await drag("dragOver");
  await expect(app.getByText("Drop files to attach them")).toBeVisible();
  // What was under the pointer goes, and then the pointer: nobody is told that it left.
  await app.evaluate(() => {
    const passing = document.createElement("div");
    passing.id = "passing";
    passing.style.cssText = "position: fixed; left: 690px; top: 290px; width: 20px; height: 20px; z-index: 9";
    document.elementFromPoint(700, 300)?.parentElement?.append(passing);
  });
  await drag("dragOver");
  await app.evaluate(() => document.querySelector("#passing")?.remove());
  await drag("dragOver", 100);
  await expect(app.getByText("Drop files to attach them")).toBeHidden();
  await drag("dragOver");
  await expect(app.getByText("Drop files to attach them")).toBeVisible();
  await drag("drop");
  await expect(app.getByText("Drop files to attach them")).toBeHidden();
  for (const name of ["uno.txt", "dos.txt"]) await expect(app.getByRole("listitem").filter({ hasText: name })).toContainText("Ready", READ);
  await ask(app, "tides please");
  await expect(app.getByRole("list", { name: "Attached" }).getByRole("link")).toHaveCount(2);
});

test("a picture is pasted, and text is pasted as text", async ({ app, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.evaluate(async () => {
    const canvas = new OffscreenCanvas(320, 80);
    const drawing = canvas.getContext("2d");
    drawing?.fillText("Horario", 20, 40);
    const png = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  });
  const message = app.getByRole("textbox", { name: "Message" });
  await message.focus();
  await app.keyboard.press("Control+v");
  await expect(app.getByRole("listitem").filter({ hasText: "image.png" })).toContainText("Ready", READ);
  await expect(message).toHaveValue("");
  await app.evaluate(() => navigator.clipboard.writeText("tides please"));
  await app.keyboard.press("Control+v");
  await expect(message).toHaveValue("tides please");
  await app.keyboard.press("Enter");
  await expect(app.getByRole("list", { name: "Attached" }).getByRole("link", { name: "image.png" })).toBeVisible();
});

test("a file that is refused says why, and the others go", async ({ app }) => {
  await app.locator('input[type="file"]').setInputFiles([
    { name: "programa.exe", mimeType: "application/octet-stream", buffer: Buffer.from("MZ\u0000\u0001") },
    { name: "tres.txt", mimeType: "text/plain", buffer: Buffer.from("Tres tristes tigres.") },
  ]);
  await expect(app.getByRole("listitem").filter({ hasText: "tres.txt" })).toContainText("Ready", READ);
  await expect(app.getByRole("listitem").filter({ hasText: "programa.exe" }).getByRole("status")).toHaveText(/\w{4}/);
  await ask(app, "tides please");
  await expect(app.getByRole("list", { name: "Attached" }).getByRole("link")).toHaveText(["tres.txt"]);
});

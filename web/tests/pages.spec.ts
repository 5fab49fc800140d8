import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addFile, ask, expect, test } from "./support/test.ts";

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze();
  return violations
    .filter((violation) => violation.impact === "serious" || violation.impact === "critical")
    .map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.target.join(" ")).join(" | ")}`);
}

test("no page has a serious finding of axe, in light and in dark", async ({ app, stage }) => {
  test.setTimeout(420_000);
  const file = await addFile(stage, "tarifas.md", "# Tarifas\n\n## Precios\n\n| Servicio | Precio |\n| --- | --- |\n| Empaste | 60 € |\n\nPara anular una cita hay que avisar.\n");
  await ask(app, "appointment please");
  await expect(app.getByTestId("approval")).toBeVisible();
  const chat = new URL(app.url()).pathname;
  const pages = [
    "/chat",
    chat,
    "/knowledge",
    `/knowledge/files/${file}?view=chunks`,
    "/knowledge/search?q=anular",
    "/knowledge/synonyms",
    "/operate",
    "/operate/sessions",
    chat.replace("/chat/", "/operate/sessions/"),
    "/operate/usage",
    "/operate/jobs",
    "/operate/breakers",
    "/admin/users",
    "/admin/keys",
    "/admin/models",
    "/admin/health",
    "/knowledge/nowhere",
  ];
  const findings: string[] = [];
  for (const scheme of ["light", "dark"] as const) {
    await app.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const path of pages) {
      await app.goto(`${stage.url}${path}`);
      await expect(app.locator("main h1, main h2").first(), path).toBeVisible();
      await expect(app.locator(".mantine-Skeleton-root"), path).toHaveCount(0);
      findings.push(...(await serious(app)).map((finding) => `${scheme} ${path} ${finding}`));
    }
  }
  expect(findings).toEqual([]);
});

test("sign in has no serious finding of axe", async ({ page, stage }) => {
  await page.goto(`${stage.url}/chat`);
  await page.getByLabel("Email").waitFor();
  expect(await serious(page)).toEqual([]);
});

test("language and theme are chosen and stay", async ({ app }) => {
  await app.getByRole("button", { name: "Account" }).click();
  await app.getByRole("menuitem", { name: "Español" }).click();
  await app.getByRole("menuitem", { name: "Oscura" }).click();
  await expect(app.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await app.reload();
  await expect(app.getByRole("heading", { name: "¿En qué puedo ayudar?" })).toBeVisible();
  await expect(app.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(app.locator("html")).toHaveAttribute("lang", "es");
});

test("an operator decides, looks at the record and checks the chain", async ({ app, stage }) => {
  await ask(app, "appointment please");
  await expect(app.getByTestId("approval")).toBeVisible();
  await app.goto(`${stage.url}/operate`);
  // Other tests of this file may have left some waiting; the oldest comes first.
  const waiting = app.getByTestId("approval");
  await expect(waiting.first()).toBeVisible();
  const before = await waiting.count();
  await waiting.first().getByRole("button", { name: "Approve" }).click();
  await expect(waiting).toHaveCount(before - 1);
  await app.goto(`${stage.url}/operate/sessions`);
  await expect(app.getByText(/Chain intact: \d+ events/)).toBeVisible();
  await app.getByRole("link", { name: "appointment please" }).last().click();
  await expect(app.getByRole("table", { name: "Where the time went" }).first()).toContainText("create_appointment");
  await app.locator("summary", { hasText: "tool_result" }).first().click();
  await expect(app.locator("details[open]").getByText('"toolName"')).toBeVisible();
});

test("a key is made, shown once and revoked", async ({ app, stage }) => {
  await app.goto(`${stage.url}/admin/keys`);
  await app.getByRole("button", { name: "New key" }).click();
  await app.getByLabel("Name").fill("robot");
  await app.getByRole("button", { name: "Create" }).click();
  await expect(app.getByRole("dialog").locator("input[readonly]")).toHaveValue(/^csk_/);
  await app.getByRole("button", { name: "Done" }).click();
  const row = app.getByRole("row", { name: /robot/ });
  await row.getByRole("button", { name: "Revoke" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
});

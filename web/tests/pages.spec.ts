import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import { addFile, api, ask, expect, test } from "./support/test.ts";

/** Looks at pages in light, and at their colours in dark: nothing else differs. */
async function findings(app: Page, paths: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    // As a link in the page does it; loading the page anew for each would take most of the time.
    await app.evaluate((next) => history.pushState(null, "", next), path);
    await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await expect(app.locator("main h1, main h2").first(), path).toBeVisible();
    await expect(app.locator(".mantine-Skeleton-root"), path).toHaveCount(0);
    found.push(...(await serious(app)).map((finding) => `light ${path} ${finding}`));
    await app.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
    await expect(app.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
    found.push(...(await serious(app, "color-contrast")).map((finding) => `dark ${path} ${finding}`));
  }
  return found;
}

test("no page of chat and knowledge has a serious finding of axe", async ({ app, stage }) => {
  const file = await addFile(stage, "tarifas.md", "# Tarifas\n\n## Precios\n\n| Servicio | Precio |\n| --- | --- |\n| Empaste | 60 € |\n\nPara anular una cita hay que avisar.\n");
  await ask(app, "appointment please");
  await expect(app.getByTestId("approval")).toBeVisible();
  const chat = new URL(app.url()).pathname;
  const knowledge = ["/knowledge", `/knowledge/files/${file}?view=chunks`, "/knowledge/search?q=anular", "/knowledge/synonyms", "/knowledge/nowhere"];
  expect(await findings(app, [chat, "/chat", ...knowledge])).toEqual([]);
});

test("no page of operation has a serious finding of axe", async ({ app }) => {
  await ask(app, "appointment please");
  await expect(app.getByTestId("approval")).toBeVisible();
  const record = new URL(app.url()).pathname.replace("/chat/", "/operate/sessions/");
  const views = ["/sessions", "/usage", "/feedback", "/jobs", "/breakers"].map((view) => `/operate${view}`);
  expect(await findings(app, ["/operate", record, ...views])).toEqual([]);
});

test("no page of administration has a serious finding of axe", async ({ app }) => {
  expect(await findings(app, ["/users", "/keys", "/assistants", "/assistants/clinic", "/models", "/mcp", "/organisation", "/health", "/first-steps"].map((view) => `/admin${view}`))).toEqual([]);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  /** What reaches over an edge of the page, and is in nothing that can be scrolled; words that do not fit their button. */
  const cut = (app: Page) =>
    app.evaluate(() => {
      const width = document.documentElement.clientWidth;
      const main = document.querySelector("main");
      const scrolls = (element: Element | null): boolean =>
        element !== null && element !== main && (["auto", "scroll"].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
      const over = [...document.querySelectorAll("main a, main button, main input, main select, main textarea, main h1, main h2, nav a")].filter((element) => {
        const { left, right, width: own } = element.getBoundingClientRect();
        const isOver = own > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement);
        return isOver || (element.tagName === "BUTTON" && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1);
      });
      const page = [document.documentElement, main].some((one) => one && one.scrollWidth > one.clientWidth) ? ["the page"] : [];
      return [...page, ...over.map((element) => `${element.tagName} ${element.textContent}`)];
    });

  test("nothing is cut off, and every view is in a menu", async ({ app }) => {
    const admin = ["/users", "/keys", "/assistants", "/assistants/clinic", "/channels", "/sites", "/models", "/mcp", "/guard", "/organisation", "/health", "/first-steps"];
    const operate = ["", "/sessions", "/usage", "/feedback", "/jobs", "/breakers"];
    const views = ["/chat", "/inbox", "/knowledge", "/knowledge/search", "/knowledge/synonyms", "/desk", ...operate.map((view) => `/operate${view}`), ...admin.map((view) => `/admin${view}`)];
    const found: string[] = [];
    for (const path of views) {
      await app.evaluate((next) => history.pushState(null, "", next), path);
      await expect(app.locator("main h1, main h2").first(), path).toBeVisible();
      await expect(app.locator(".mantine-Skeleton-root"), path).toHaveCount(0);
      found.push(...(await cut(app)).map((one) => `${path} ${one}`));
    }
    expect(found).toEqual([]);
    expect(await serious(app)).toEqual([]);
    await app.getByRole("button", { name: "All views" }).click();
    await app.getByRole("menuitem", { name: "API keys" }).click();
    await expect(app).toHaveURL(/\/admin\/keys$/);
  });
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
  const chat = new URL(app.url()).pathname;
  await app.goto(`${stage.url}/operate`);
  const record = chat.replace("/chat/", "/operate/sessions/");
  const waiting = app.getByTestId("waiting").filter({ has: app.locator(`a[href="${record}"]`) });
  await waiting.getByRole("button", { name: "Approve" }).click();
  await expect(waiting).toBeHidden();
  await app.goto(`${stage.url}/operate/sessions`);
  await expect(app.getByText(/Chain intact: \d+ events/)).toBeVisible();
  await app.locator(`main a[href="${record}"]`).click();
  await expect(app.getByRole("table", { name: "Where the time went" }).first()).toContainText("create appointment");
  await app.locator("summary", { hasText: "tool_result" }).first().click();
  await expect(app.locator("details[open]").getByText('"toolName"')).toBeVisible();
});

test("usage is charted, with the numbers one click away", async ({ app, stage }) => {
  await ask(app, "weather please");
  await expect(app.getByRole("article").getByText("It is sunny.")).toBeVisible();
  await app.goto(`${stage.url}/operate/usage`);
  await expect(app.getByRole("img", { name: "Tokens written" })).toBeVisible();
  await app.getByText("By assistant").click();
  await app.getByRole("button", { name: "Show the numbers" }).click();
  await expect(app.getByRole("row", { name: /reception/i })).toBeVisible();
  await app.getByText("By person").click();
  await expect(app.getByRole("row", { name: /demo@localhost/ })).toBeVisible();
});

test("costs have a currency, in the reader's language", async ({ app, stage }) => {
  await app.goto(`${stage.url}/operate/usage`);
  const cost = app.locator("dl div", { hasText: "Cost" }).locator("dd");
  await expect(cost).toHaveText(/^US\$\d/);
  await expect(app.getByText("Costs are in USD (US Dollar)", { exact: false })).toBeVisible();
  await app.getByRole("link", { name: "Change it in Organisation" }).click();
  const currency = app.getByRole("combobox", { name: "Currency" });
  await currency.fill("EUR");
  await app.getByRole("option", { name: "EUR · Euro" }).click();
  await app.getByRole("button", { name: "Save" }).click();
  await expect(app.getByText("Saved.", { exact: false })).toBeVisible();
  await app.goto(`${stage.url}/operate/usage`);
  await expect(cost).toHaveText(/^€\d/);
  await app.getByRole("button", { name: "Account" }).click();
  await app.getByRole("menuitem", { name: "Español" }).click();
  await expect(app.locator("dl div", { hasText: "Coste" }).locator("dd")).toHaveText(/^\d+,\d+\s€$/);
  await api(stage, "PATCH", "/api/settings", { currency: null });
});

test("a turn's time is shown as a waterfall", async ({ app }) => {
  await ask(app, "appointment please");
  await expect(app.getByTestId("approval")).toBeVisible();
  await app.getByTestId("approval").getByRole("button", { name: "Approve" }).click();
  await expect(app.getByRole("article").getByText("Tuesday 17 November at 17:00")).toBeVisible();
  await app.getByRole("button", { name: "Tokens and time" }).click();
  await expect(app.getByText("Cost", { exact: true })).toBeVisible();
  await app.getByRole("link", { name: "Trace" }).click();
  const steps = app.getByRole("table", { name: "Where the time went" });
  for (const step of [/Tool check calendar/, /Person create appointment/, /Tool create appointment/]) {
    await expect(steps.getByRole("row", { name: step })).toBeVisible();
  }
  expect(await steps.getByRole("row", { name: /^Model/ }).count()).toBeGreaterThan(1);
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

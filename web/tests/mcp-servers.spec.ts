// Tools of another server, from nothing to approved. The other server is one of ours: it speaks MCP as anybody's does.
import type { Page } from "@playwright/test";
import { serious } from "./support/axe.ts";
import { startStage, type Stage } from "./support/stage.ts";
import { api, expect, test as base } from "./support/test.ts";

const test = base.extend<object, { far: Stage }>({
  far: [
    async ({}, use) => {
      const far = await startStage();
      await use(far);
      await far.stop();
    },
    { scope: "worker" },
  ],
  // May reach the other one, which is on the same machine.
  stage: [
    async ({ far }, use) => {
      const stage = await startStage({ scripted: false, packs: ["docs"], mcpPrivate: [new URL(far.url).host] });
      await use(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
});
// Each begins with what the one before left.
test.describe.configure({ mode: "serial" });

const addressOf = (far: Stage) => `${far.url}/api/v1/mcp`;

interface Listed {
  items: { name: string; hasToken: boolean; approved: string[]; timeLimitSeconds: number; allowedTools: string[] | null }[];
}

/** A secret must not be in what the server says. */
function keepSecret(page: Page, secret: string): { leaks: string[] } {
  const seen = { leaks: [] as string[] };
  page.on("response", async (response) => {
    const text = await response.text().catch(() => "");
    if (text.includes(secret)) seen.leaks.push(response.url());
  });
  return seen;
}

const card = (page: Page) => page.getByRole("listitem", { name: "far", exact: true });
const tools = (page: Page) => page.getByRole("region", { name: "Tools of far" });
const tool = (page: Page, name: string) => tools(page).getByRole("listitem", { name, exact: true });

test("a server is added, its tools are looked at, and one is approved as it was seen", async ({ app, stage, far }) => {
  const secret = keepSecret(app, far.apiKey);
  await app.goto(`${stage.url}/admin`);
  await app.getByRole("navigation", { name: "Views of administration" }).getByRole("link", { name: "Tools of others" }).click();
  await expect(app.getByRole("heading", { name: "No tools of others yet" })).toBeVisible();
  await app.getByRole("button", { name: "Add a server" }).click();
  const dialog = app.getByRole("dialog");
  const name = dialog.getByLabel("Name", { exact: true });
  await expect(name).toBeFocused();
  await name.fill("Far");
  await expect(name).toHaveAttribute("aria-invalid", "true");
  await name.fill("far");
  await dialog.getByLabel("Address").fill("http://169.254.169.254/mcp");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Address").fill(addressOf(far));
  await dialog.getByLabel("Token (optional)", { exact: true }).fill(far.apiKey);
  expect(await app.content()).not.toContain(far.apiKey);
  expect(await serious(app)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(app.getByText("far is saved.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(card(app)).toContainText("Has a token");
  await expect(card(app)).toContainText("no tool approved");
  await expect(card(app)).toContainText("at most 30 s a call");

  // What it offers is asked at once.
  const list = tool(app, "list_documents");
  await expect(list).toContainText("New");
  await expect(list).toContainText("far__list_documents");
  await list.getByText("Parameters").click();
  await expect(list.getByText(/"type": "object"/)).toBeVisible();
  await expect(tools(app)).toContainText("It changes nothing, and is called without asking anybody.");
  await expect(tools(app).getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
  await list.getByRole("checkbox", { name: "Let assistants use list_documents" }).check();
  // Unless told, a person is asked.
  await expect(list.getByRole("radio", { name: "Changes" })).toBeChecked();
  await list.getByText("Reads", { exact: true }).click();
  await tools(app).getByRole("button", { name: "Approve 1 tool as seen" }).click();
  await expect(app.getByText("1 tool is approved from now on.")).toBeVisible();
  await expect(list).toContainText("Approved");
  await expect(list.getByRole("radio", { name: "Reads" })).toBeChecked();
  await expect(card(app)).toContainText("1 tool approved");
  await app.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  expect(await serious(app)).toEqual([]);
  await app.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(app.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  expect(await serious(app, "color-contrast")).toEqual([]);

  // Of the other tools, none is approved; the address leads here again.
  await app.reload();
  await expect(tool(app, "list_documents")).toContainText("Approved");
  await expect(tool(app, "tool_lexical_search")).toContainText("New");
  expect(await app.content()).not.toContain(far.apiKey);
  expect(secret.leaks).toEqual([]);
});

test("a tool that has changed says so, and only what was seen is approved", async ({ app, stage }) => {
  // As if the other server said something else by now.
  const path = "**/api/mcp/servers/far/tools";
  await app.route(path, async (route) => {
    const reply = await route.fetch();
    const body = (await reply.json()) as { items: { name: string }[] };
    const items = body.items.map((one) => (one.name === "list_documents" ? { ...one, state: "changed", digest: "0".repeat(64), description: "Deletes all documents." } : one));
    await route.fulfill({ response: reply, json: { ...body, items } });
  });
  await app.goto(`${stage.url}/admin/mcp?server=far`);
  const list = tool(app, "list_documents");
  await expect(list).toContainText("Changed");
  await expect(list).toContainText("Assistants do without it until you have looked at it and approved it again.");
  await list.getByRole("checkbox", { name: "Let assistants use list_documents" }).check();
  await expect(list.getByRole("radio", { name: "Reads" })).toBeChecked();
  await tools(app).getByRole("button", { name: "Approve 1 tool as seen" }).click();
  await expect(tools(app).getByRole("alert")).toContainText("is not what was seen any more");
  await app.unroute(path);
  await tools(app).getByRole("button", { name: "Look again" }).click();
  await expect(list).toContainText("Approved");
  await expect(tools(app).getByRole("button", { name: "Approve", exact: true })).toBeDisabled();
});

test("a server is changed with its token kept, narrowed down, moved, and removed", async ({ app, stage, far }) => {
  const listed = async () => (await api<Listed>(stage, "GET", "/api/mcp/servers")).items[0];
  await app.goto(`${stage.url}/admin/mcp?server=far`);
  await card(app).getByRole("button", { name: "Edit far" }).click();
  const dialog = app.getByRole("dialog");
  await expect(dialog.getByText("Left empty, the token there is stays.")).toBeVisible();
  await dialog.getByLabel("Time limit, in seconds").fill("10");
  await dialog.getByRole("switch", { name: "Only some of its tools" }).click();
  await dialog.getByLabel("Names of these tools").fill("list_documents");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(card(app)).toContainText("at most 10 s a call");
  await expect(card(app)).toContainText("narrowed to 1 tool");
  await expect(tool(app, "tool_lexical_search")).toContainText("Withheld");
  expect(await listed()).toMatchObject({ hasToken: true, approved: ["list_documents"], timeLimitSeconds: 10, allowedTools: ["list_documents"] });

  // Another address is another server.
  await card(app).getByRole("button", { name: "Edit far" }).click();
  await dialog.getByLabel("Address").fill("https://other.example/mcp");
  await expect(dialog.getByText(/its token and everything that was approved are dropped/)).toBeVisible();
  await dialog.getByLabel("Address").fill(addressOf(far));
  await expect(dialog.getByText(/its token and everything that was approved are dropped/)).toHaveCount(0);
  await dialog.getByLabel("Address").fill("https://other.example/mcp");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(card(app)).toContainText("No token");
  await expect(card(app)).toContainText("no tool approved");
  expect(await listed()).toMatchObject({ hasToken: false, approved: [] });
  // Nobody is there.
  await expect(tools(app).getByRole("alert")).toBeVisible();

  await card(app).getByRole("button", { name: "Remove far" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(card(app)).toBeVisible();
  await card(app).getByRole("button", { name: "Remove far" }).click();
  await app.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(app.getByText("far was removed.")).toBeVisible();
  await expect(app.getByRole("heading", { name: "No tools of others yet" })).toBeVisible();
});

test("a member is shown no servers, and given none", async ({ stage, browser }) => {
  const email = `eva-${crypto.randomUUID().slice(0, 8)}@example.org`;
  await api(stage, "POST", "/api/users", { email, name: "Eva", role: "member", password: "eva has a password" });
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.request.post(`${stage.url}/api/auth/login`, { data: { email, password: "eva has a password" } });
  await page.goto(`${stage.url}/admin/mcp`);
  await expect(page.getByRole("alert")).toContainText("Your role does not allow this.");
  await expect(page.getByRole("link", { name: "Tools of others" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Add a server" })).toHaveCount(0);
  expect((await page.request.get(`${stage.url}/api/mcp/servers`)).status()).toBe(403);
  await context.close();
});

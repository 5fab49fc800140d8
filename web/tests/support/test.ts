// A stage per file, a signed-in page per test, and an eye on what the page must never do.
import { expect, test as base, type Locator, type Page, type Route } from "@playwright/test";
import { PASSWORD, startStage, type Stage, type StageOptions } from "./stage.ts";

interface Fixtures {
  /** Signed in as the owner. */
  app: Page;
}

interface WorkerFixtures {
  stageOptions: StageOptions;
  stage: Stage;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stageOptions: [{}, { option: true, scope: "worker" }],
  stage: [
    async ({ stageOptions }, use) => {
      const stage = await startStage(stageOptions);
      await use(stage);
      await stage.stop();
    },
    { scope: "worker" },
  ],
  app: async ({ page, stage }, use) => {
    const watched = watch(page, stage.url);
    await signIn(page, stage);
    await use(page);
    expect(watched.violations, "the content policy holds").toEqual([]);
    expect(watched.outside, "nothing is asked of another server").toEqual([]);
  },
});

export { expect };

export async function signIn(page: Page, stage: Stage): Promise<void> {
  await page.request.post(`${stage.url}/api/auth/login`, { data: { email: stage.email, password: PASSWORD } });
  await page.goto(`${stage.url}/chat`);
  await expect(page.getByRole("textbox", { name: /^(Message|Mensaje)$/ })).toBeVisible();
}

export function watch(page: Page, url: string): { violations: string[]; outside: string[] } {
  const seen = { violations: [] as string[], outside: [] as string[] };
  page.on("request", (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !address.startsWith("blob:") && !address.startsWith("data:")) seen.outside.push(address);
  });
  page.on("console", (message) => {
    if (/Content Security Policy|violates the following/i.test(message.text())) seen.violations.push(message.text());
  });
  return seen;
}

export async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: /^(Message|Mensaje)$/ }).fill(text);
  await page.keyboard.press("Enter");
}

/** What begins a chat. One that has no title yet is a link of the same name. */
export function newChat(page: Page): Locator {
  return page.getByLabel("New chat", { exact: true });
}

/** What an empty chat does not need is there, too: until then it may have all the connections that a browser opens. */
export async function untilAllIsThere(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("/assets/Turn-")));
  await page.waitForLoadState("networkidle");
}

/** The next request there, which waits until it is answered. */
export function held(page: Page, path: string): Promise<Route> {
  return new Promise((resolve) => void page.route(path, resolve, { times: 1 }));
}

/** A link that the server made, behind the cable: it names the server's own port. */
export function ours(stage: Stage, link: string): string {
  const { pathname, search, hash } = new URL(link);
  return `${stage.url}${pathname}${search}${hash}`;
}

/** Reading is the server's own work, in processes of their own; on a busy machine it takes a while. */
export const READ = { timeout: 180_000 };

/** The server's API, as the owner. */
export async function api<T>(stage: Stage, method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(`${stage.url}${path}`, {
    method,
    headers: { ...stage.owner, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await reply.text();
  return (text ? JSON.parse(text) : null) as T;
}

export async function addFile(stage: Stage, name: string, content: string | Buffer): Promise<string> {
  const form = new FormData();
  form.append("files", new Blob([new Uint8Array(Buffer.from(content))]), name);
  const reply = await fetch(`${stage.url}/api/files/upload`, { method: "POST", headers: stage.owner, body: form });
  const { files } = (await reply.json()) as { files: { id: string }[] };
  const id = files[0]?.id ?? "";
  await expect.poll(async () => (await api<{ processingStatus: string }>(stage, "GET", `/api/files/${id}`)).processingStatus, { timeout: 100_000 }).toBe("completed");
  return id;
}

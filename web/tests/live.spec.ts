// What happens while an answer is on its way, and while there is no network.
import { ask, expect, test } from "./support/test.ts";

test("thinking is shown folded while it goes on, with its seconds, and opens to what is thought", async ({ app }) => {
  await ask(app, "ponder please");
  const fold = app.getByRole("article").locator("details", { hasText: "Thinking" });
  await expect(fold.getByRole("timer")).toHaveText(/\d+ sec/);
  await expect(fold).not.toHaveAttribute("open");
  await expect(fold.getByText("thought1")).toBeHidden();
  await fold.locator("summary").click();
  await expect(fold.getByText("thought1")).toBeVisible();
  const before = (await fold.textContent())?.length ?? 0;
  await expect.poll(async () => (await fold.textContent())?.length ?? 0).toBeGreaterThan(before);
  await app.getByRole("textbox", { name: "Message" }).press("Escape");
  await expect(app.getByText("Stopped. What was said by then is kept.")).toBeVisible();
  await expect(fold).toBeHidden();
});

test("whoever scrolls up while an answer streams is left alone, and told of what is new", async ({ app }) => {
  await ask(app, "on and on please");
  const answer = app.getByRole("article");
  const question = answer.getByText("on and on please");
  const news = app.getByRole("button", { name: "New", exact: true });
  // More than a screen of it, and the reader is at its end.
  await expect(answer.getByText("Line40.", { exact: true })).toBeVisible();
  await expect(question).not.toBeInViewport();
  await expect(news).toBeHidden();
  await answer.hover();
  await app.mouse.wheel(0, -100_000);
  await expect(question).toBeInViewport();
  await expect(news).toBeVisible();
  const heard = () => answer.evaluate((element) => element.textContent?.length ?? 0);
  const before = await heard();
  await expect.poll(heard).toBeGreaterThan(before);
  await expect(question).toBeInViewport();
  await news.click();
  await expect(news).toBeHidden();
  await expect(question).not.toBeInViewport();
  await expect(app.getByText("Working…").or(answer.locator("[aria-busy] p").last())).toBeInViewport();
  await app.getByRole("textbox", { name: "Message" }).press("Escape");
  await expect(app.getByText("Stopped. What was said by then is kept.")).toBeInViewport();
});

test("offline is said, what is written then is kept, and goes once there is a network again", async ({ app, context }) => {
  await ask(app, "weather please");
  await expect(app.getByRole("article").getByText("It is sunny.")).toBeVisible();
  await context.setOffline(true);
  await expect(app.getByText("You are offline.")).toBeVisible();
  await expect(app.getByText("Reconnecting…")).toBeVisible();
  await ask(app, "tides please");
  await expect(app.getByText("Kept. It is sent when you are online again.")).toBeVisible();
  await expect(app.getByRole("button", { name: "Send again" })).toBeHidden();
  await app.getByRole("textbox", { name: "Message" }).fill("half a thought");
  await context.setOffline(false);
  await expect(app.getByText("You are offline.")).toBeHidden();
  await expect(app.getByRole("article").getByText("The sea is low.")).toBeVisible();
  await expect(app.getByText("Kept. It is sent")).toBeHidden();
  await expect(app.getByRole("article")).toHaveCount(2);
  await expect(app.getByRole("textbox", { name: "Message" })).toHaveValue("half a thought");
});

test("what is typed while a new chat is being made stays in the composer", async ({ app }) => {
  let letThrough = () => {};
  const held = new Promise<void>((go) => (letThrough = go));
  await app.route("**/api/chat/sessions", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  const message = app.getByRole("textbox", { name: "Message" });
  await expect(message).toBeFocused();
  await app.keyboard.type("weather please");
  await app.keyboard.press("Enter");
  await expect(message).toHaveValue("");
  await app.keyboard.type("and tomor");
  letThrough();
  await app.waitForURL(/\/chat\/ses_/);
  await expect(message).toBeFocused();
  await app.keyboard.type("row?");
  await expect(message).toHaveValue("and tomorrow?");
  // And is nowhere else.
  await app.goto(new URL("/chat", app.url()).href);
  await expect(message).toHaveValue("");
});

import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.spec.ts",
  // Limits for a machine that is busy with much else; what is waited for is a state, and comes as soon as it can.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // Each worker has a server of its own; two at a time leave room for them.
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // As for the other tests (.config/nextest.toml): what passes the second time is told as flaky, and is a fault to be mended.
  retries: process.env.NEXTEST_PROFILE === "ci" ? 1 : 0,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    locale: "en-GB",
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});

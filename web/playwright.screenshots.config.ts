import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

/** Pictures of every main view, for people to look at; not part of the tests. */
export default defineConfig({ ...tests, testMatch: "*.shots.ts", workers: 1, timeout: 900_000 });

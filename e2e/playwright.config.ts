/** Journeys in a real browser on the built product, its server and its worker, once for each database. */
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import { findBinaries } from "../tests/server/support/postgres.ts";
import { findChromium } from "../tests/support/chromium.ts";
import type { Options } from "./support/test.ts";

const report = fileURLToPath(new URL("../tests/.reports/playwright.json", import.meta.url));

const isCI = process.env["CI"] === "true";

export default defineConfig<object, Options>({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: ".results",
  globalSetup: "./support/globalSetup.ts",
  // Each worker runs a browser, a server and its database, and waits for one of them at most times.
  workers: 3,
  // On a machine shared with others one journey in thousands fails by chance: `npm test` names it, and does not hide it.
  retries: isCI ? 1 : 0,
  forbidOnly: isCI,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: process.env["PROVISION_TEST_REPORT"] ?? report }]],
  use: {
    ...devices["Desktop Chrome"],
    locale: "en-US",
    timezoneId: "UTC",
    colorScheme: "light",
    viewport: { width: 1280, height: 1000 },
    launchOptions: {
      executablePath: findChromium() ?? undefined,
      args: ["--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    },
  },
  projects: [
    { name: "embedded", use: { database: "embedded" } },
    // What no database can change is proven once. Without PostgreSQL the setup says so, or fails.
    ...(findBinaries() === null
      ? []
      : [{ name: "postgres", use: { database: "postgres" as const }, grepInvert: /@once/ }]),
  ],
});

/** Journeys in a real browser on the built product with its server and worker. */
import { fileURLToPath } from "node:url";
import { defineConfig, devices } from "@playwright/test";
import { findBinaries } from "../tests/server/support/postgres.ts";
import { findChromium } from "../tests/support/chromium.ts";
import type { Options } from "./support/test.ts";

const report = fileURLToPath(new URL("../tests/.reports/playwright.json", import.meta.url));

const hasPostgres = findBinaries() !== null;
/** `npm run long -- replay`. */
const runsAll = process.env["PROVISION_ALL_JOURNEYS"] === "1";
const isCI = process.env["CI"] === "true";

export default defineConfig<object, Options>({
  testDir: ".",
  testMatch: "*.spec.ts",
  outputDir: ".results",
  globalSetup: "./support/globalSetup.ts",
  // Each worker runs a browser, a server and its database, and usually waits for one of them.
  workers: 3,
  // A retry hides a race. On a shared machine it is allowed and reported, and proves no rule.
  retries: isCI ? 1 : 0,
  forbidOnly: isCI,
  timeout: 180_000,
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
  projects: hasPostgres
    ? [
        { name: "postgres", use: { database: "postgres" } },
        // Database-independent journeys run once, where a server starts in a fifth of the time.
        {
          name: "embedded",
          use: { database: "embedded" },
          ...(!runsAll && { grepInvert: /@once/ }),
        },
      ]
    : // The setup reports or rejects a missing PostgreSQL.
      [{ name: "embedded", use: { database: "embedded" } }],
});

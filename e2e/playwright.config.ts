/** Journeys in a real browser on the built product, its server and its worker. */
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
  // Each worker runs a browser, a server and its database, and waits for one of them at most times.
  workers: 3,
  // A retry hides a race. Where the machine is shared with others it is taken, named, and proves no rule.
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
        // What no database can change is proven once, where a server starts in a fifth of the time.
        {
          name: "embedded",
          use: { database: "embedded" },
          ...(!runsAll && { grepInvert: /@once/ }),
        },
      ]
    : // The setup says that PostgreSQL is missing, or fails.
      [{ name: "embedded", use: { database: "embedded" } }],
});

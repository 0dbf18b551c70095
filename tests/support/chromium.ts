/** The Chromium of the journeys: an installed one, before any download. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** The headless shell comes first: it draws no window, and the journeys take a third less time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * @returns the path of PROVISION_CHROMIUM, of a Chromium or Chrome in PATH or /usr/bin, or of Playwright's own; null if
 * there is none.
 * @throws Error if PROVISION_CHROMIUM names no file.
 */
export function findChromium(): string | null {
  const chosen = process.env["PROVISION_CHROMIUM"];
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`PROVISION_CHROMIUM is ${chosen}, where there is no file`);
  }
  const directories = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/bin"];
  const candidates = directories
    .filter((directory) => directory !== "")
    .flatMap((directory) => NAMES.map((name) => join(directory, name)));
  const own = chromium.executablePath();
  return [...candidates, ...(own ? [own] : [])].find((path) => existsSync(path)) ?? null;
}

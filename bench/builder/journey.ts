/** One run: a user with a fresh browser signs in, opens an org's builder and works in it. */
import type { Locator, Page } from "@playwright/test";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Measurement } from "../harness/figures.ts";
import { openBrowser } from "../support/browser.ts";
import { largestPeakMegabytes, settledMegabytes } from "../support/memory.ts";
import { PASSWORD } from "../support/product.ts";
import { loadOf, Phases, vitals } from "./phases.ts";
import { measureLoad, measurePhase, measureVitals, single } from "./probeFigures.ts";
import type { Script } from "./script.ts";
import { work } from "./work.ts";

export interface Stage {
  readonly url: string;
  /** The org with the report, one of the departments. */
  readonly orgName: string;
  readonly probe: string;
  readonly script: Script;
  /** Called with the page before it opens the product, and after its work. */
  readonly prepare?: (page: Page) => Promise<void>;
  readonly verify?: (page: Page) => Promise<void>;
}

const MAX_LOAD = 180_000;

export async function runJourney(stage: Stage, cleanup: Cleanup): Promise<readonly Measurement[]> {
  const { page, pid, close } = await openBrowser(cleanup);
  await page.addInitScript({ content: stage.probe });
  await stage.prepare?.(page);
  page.setDefaultTimeout(MAX_LOAD);
  const phases = new Phases(page);
  const measured: Measurement[] = [];

  await signIn(page, stage.url);
  await page.getByText("What to do next").waitFor();
  await page.waitForLoadState("networkidle");
  const signedIn = await phases.end();
  measured.push(
    ...measurePhase("sign-in", signedIn),
    ...measureVitals("sign-in page", await vitals(page)),
  );
  const empty = await settledMegabytes(pid);

  const builderLink = await findBuilder(page, stage);
  await phases.begin({ input: "none", states: [] });
  const load = await loadOf(page, () => builderLink.click());
  measured.push(...measureLoad("load", load), ...measurePhase("load", await phases.end()));
  measured.push(single("load: most memory of one process", "MB", largestPeakMegabytes(pid)));
  measured.push(single("memory after load", "MB", (await settledMegabytes(pid)) - empty));

  measured.push(...(await work(page, phases, stage.script)));
  measured.push(single("memory after work", "MB", (await settledMegabytes(pid)) - empty));
  measured.push(...measureVitals("builder page", await vitals(page)));

  await phases.begin({ input: "none", states: [] });
  const reload = await loadOf(page, async () => {
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
  });
  measured.push(...measureLoad("reload", reload));
  measured.push(...measurePhase("reload", await phases.end()));
  measured.push(...measureVitals("reloaded page", await vitals(page)));
  await stage.verify?.(page);
  await close();
  return measured;
}

/** Opens the org with the report. @returns the link to its builder. */
export async function findBuilder(page: Page, { orgName }: Stage): Promise<Locator> {
  await page.getByRole("link", { name: "Role Mapping", exact: true }).first().click();
  await page.getByText("Departments", { exact: true }).click();
  await page.getByRole("link", { name: orgName, exact: true }).click();
  const link = page.getByRole("link", { name: "Access Policy Builder" });
  await link.waitFor();
  await page.waitForLoadState("networkidle");
  return link;
}

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** The probe in the page: its phases, and its observations of a load. */
import type { Page } from "@playwright/test";
import type { LoadRecord, PhasePlan, PhaseRecord, Probe, WebVitals } from "./probeContract.ts";

/** Phases on the open page. */
export class Phases {
  readonly #page: Page;
  constructor(page: Page) {
    this.#page = page;
  }
  async begin(plan: PhasePlan): Promise<void> {
    await this.#page.evaluate((next) => window.provisionProbe?.begin(next), plan);
  }
  end(): Promise<PhaseRecord> {
    return this.#page.evaluate(() => (window.provisionProbe as Probe).end());
  }
}

export function vitals(page: Page): Promise<WebVitals> {
  return page.evaluate(() => (window.provisionProbe as Probe).vitals());
}

/** Performs the action that opens the builder and waits for its first rows. Times are of the page's clock. */
export async function loadOf(
  page: Page,
  open: () => Promise<unknown>,
): Promise<LoadRecord & { readonly opened: number }> {
  const opened = await page.evaluate(() => performance.now());
  const origin = await page.evaluate(() => performance.timeOrigin);
  const [, load] = await Promise.all([
    open(),
    page
      .waitForFunction(() => window.provisionProbe?.loadRecord() ?? null, null, { polling: 250 })
      .then((handle) => handle.jsonValue()),
  ]);
  if (load === null) throw new Error("The report was not loaded");
  const isSame = origin === (await page.evaluate(() => performance.timeOrigin));
  return { ...load, opened: isSame ? opened : 0 };
}

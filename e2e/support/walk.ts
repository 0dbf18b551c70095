/** Leads a page through screens of the product, which costs much less than loading the product for each. */
import { expect, type Page, type Request } from "@playwright/test";
import type { Route } from "#src/kernel/feature.ts";

/** Milliseconds without a request after which a screen has asked for all that it needs. */
const QUIET = 300;

/**
 * @returns opens an address, and waits until the page has everything it asks for. A link leads from one screen in the
 *   frame to the next; all others are loaded.
 */
export function createWalk(
  page: Page,
): (address: string, route: Pick<Route, "layout">) => Promise<void> {
  const waitUntilQuiet = watchRequests(page);
  let isInFrame = false;
  return async (address, { layout }) => {
    const hasFrame = layout === "frame";
    if (isInFrame && hasFrame) await followLink(page, address);
    else await page.goto(address);
    isInFrame = hasFrame;
    await waitUntilQuiet();
  };
}

/** Follows a link within the loaded product, and waits until the page has answered it. */
async function followLink(page: Page, address: string): Promise<void> {
  await page.evaluate(async (href) => {
    const link = document.createElement("a");
    link.href = href;
    document.body.append(link);
    link.click();
    link.remove();
    await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
  }, address);
}

/** Playwright's `networkidle` is about the load of a page, and has nothing to wait for after it. */
function watchRequests(page: Page): () => Promise<void> {
  const pending = new Set<Request>();
  let last = Date.now();
  const end = (request: Request) => {
    pending.delete(request);
    last = Date.now();
  };
  page.on("request", (request) => {
    pending.add(request);
    last = Date.now();
  });
  page.on("requestfinished", end);
  page.on("requestfailed", end);
  const isQuiet = () => pending.size === 0 && Date.now() - last >= QUIET;
  return async () => {
    last = Date.now();
    await expect.poll(isQuiet, { intervals: [QUIET, 50] }).toBe(true);
  };
}

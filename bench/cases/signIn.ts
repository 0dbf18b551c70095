/**
 * A first visit of the sign-in page: all bytes of script, style and markup over the wire, and its largest contentful
 * paint.
 */
import type { Page } from "@playwright/test";
import type { BenchCase } from "../harness/case.ts";
import { openBrowser } from "../support/browser.ts";
import { startProduct } from "../support/product.ts";

const PAINT = "largest paint";

/** Milliseconds from the start of the navigation to the largest contentful paint so far. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN),
        ).observe({ type: "largest-contentful-paint", buffered: true });
      }),
  );
}

export const signInCase: BenchCase = {
  describes:
    "bytes over the wire on the first visit of the sign-in page, headers included, and its largest contentful paint",
  takes: "1 min",
  options: { runs: 1 },
  goals: () => [
    { figure: "Script", statistic: "value", atMost: 130 },
    { figure: PAINT, statistic: "value", atMost: 1000 },
  ],
  async open(_settings, cleanup) {
    const dataDir = cleanup.directory("sign-in");
    // The first start creates the data for the later ones.
    await (await startProduct(dataDir, cleanup)).stop();
    return {
      async run() {
        const { url, stop } = await startProduct(dataDir, cleanup);
        const { page, close } = await openBrowser(cleanup);
        const network = await page.context().newCDPSession(page);
        await network.send("Network.enable");
        const kinds = new Map<string, string>();
        const bytes: Record<string, number> = {};
        network.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type));
        network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
          const kind = kinds.get(requestId) ?? "Other";
          bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
        });
        await page.goto(url);
        await page.getByLabel("Username").waitFor();
        await page.waitForLoadState("networkidle");
        const painted = await largestPaint(page);
        await close();
        await stop();
        const sizes = Object.entries(bytes).map(([figure, count]) => ({
          figure,
          unit: "KB" as const,
          samples: [count / 1000],
        }));
        return [...sizes, { figure: PAINT, unit: "ms" as const, samples: [painted] }];
      },
    };
  },
};

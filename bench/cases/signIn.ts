/** What a first visit of the sign-in page loads: every byte of script, style and markup that crosses the wire. */
import type { BenchCase } from "../harness/case.ts";
import { openBrowser } from "../support/browser.ts";
import { startProduct } from "../support/product.ts";

export const signInCase: BenchCase = {
  describes: "bytes over the wire on the first visit of the sign-in page, headers included",
  options: { runs: 1 },
  goals: () => [{ figure: "Script", statistic: "value", atMost: 130 }],
  async open(_settings, cleanup) {
    const { url } = await startProduct(cleanup.directory("sign-in"), cleanup);
    return {
      async run() {
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
        await close();
        return Object.entries(bytes).map(([figure, count]) => ({
          figure,
          unit: "KB" as const,
          samples: [count / 1000],
        }));
      },
    };
  },
};

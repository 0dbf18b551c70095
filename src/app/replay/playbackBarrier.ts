/** Playing waits for the screen: no event passes while the core still works on what those before it led to. */
import type { AnalyticsPort } from "../../kernel/analytics.ts";
import type { After } from "./player.ts";

export interface Patience {
  /** The port, whose questions are waited for. */
  readonly analytics: AnalyticsPort;
  /** Calls back later, where questions are under way then. */
  readonly after: After;
}

export function createPatience(port: AnalyticsPort, after: After): Patience {
  let underWay = 0;
  const waiting = new Set<() => void>();

  function release(): void {
    // What a screen asks next, as its rows once the report is there, it asks at once.
    after(0, () => {
      if (underWay > 0) return;
      const all = [...waiting];
      waiting.clear();
      for (const callback of all) callback();
    });
  }

  const ask = async (request: Parameters<AnalyticsPort>[0]): Promise<unknown> => {
    underWay += 1;
    try {
      return await port(request);
    } finally {
      underWay -= 1;
      if (underWay === 0) release();
    }
  };

  return {
    analytics: ask as AnalyticsPort,
    after(milliseconds, callback) {
      const cancel = after(milliseconds, () => {
        if (underWay === 0) callback();
        else waiting.add(callback);
      });
      return () => {
        cancel();
        waiting.delete(callback);
      };
    },
  };
}

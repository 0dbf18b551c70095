/** Playing waits for the screen: no event passes while the core still works on what those before it led to. */
import { askAny, typedAsk, type Ask } from "../../kernel/analytics.ts";
import type { After } from "./player.ts";

export interface PlaybackBarrier {
  /** Asks the core; playing waits for the answer. */
  readonly ask: Ask;
  /** Calls back later, where questions are under way then. */
  readonly after: After;
}

export function createPlaybackBarrier(core: Ask, after: After): PlaybackBarrier {
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

  const ask = typedAsk(async (question) => {
    underWay += 1;
    try {
      return await askAny(core, question);
    } finally {
      underWay -= 1;
      if (underWay === 0) release();
    }
  });

  return {
    ask,
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

/** Playback waits for the screen: no event is applied while the core still works on the effects of earlier ones. */
import { askAny, typedAsk, type Ask } from "../../kernel/analytics.ts";
import type { After } from "./player.ts";

export interface PlaybackBarrier {
  /** Queries the core; playback waits for the answer. */
  readonly ask: Ask;
  /** Calls back once the pending queries are answered. */
  readonly after: After;
}

export function createPlaybackBarrier(core: Ask, after: After): PlaybackBarrier {
  let underWay = 0;
  const waiting = new Set<() => void>();

  function release(): void {
    // The screen sends its next query immediately, for example for rows after a report.
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

import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "../../ui/afterPaint.ts";

/**
 * Draws a screen in parts, each once the one before is painted: all at once would hold the page up.
 *
 * @returns 0 at first, and after each paint one more until `last`
 */
export function useStages(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= last) return;
    return afterPaint(() => startTransition(() => setStage(stage + 1)));
  }, [stage, last]);
  return stage;
}

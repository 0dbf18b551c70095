import { startTransition, useEffect, useState } from "react";

/**
 * Draws a screen in parts, each once the one before is painted: all at once would hold the page up.
 *
 * @returns 0 at first, and after each paint one more until `last`
 */
export function useProgressiveRender(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= last) return;
    return afterPaint(() => startTransition(() => setStage(stage + 1)));
  }, [stage, last]);
  return stage;
}

/** @returns takes it back */
function afterPaint(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

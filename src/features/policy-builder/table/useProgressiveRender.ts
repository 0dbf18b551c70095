import { startTransition, useEffect, useState } from "react";

/**
 * Renders a screen progressively, each part after the previous one is painted, because rendering everything together
 * would block the page.
 *
 * @returns 0 at first, and one more after each paint up to `last`
 */
export function useProgressiveRender(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    if (stage >= last) return;
    return afterPaint(() => startTransition(() => setStage(stage + 1)));
  }, [stage, last]);
  return stage;
}

/** @returns a function that cancels it */
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

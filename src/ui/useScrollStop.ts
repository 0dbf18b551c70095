import { useCallback, useState } from "react";

const CONTROLS = "a[href], button, input, select, textarea, [tabindex]";

/**
 * Makes an element a tab stop while it scrolls and contains no control, because the keyboard could not reach what is below
 * its edge.
 */
export function useScrollStop(): {
  readonly isScrollStop: boolean;
  /** For its `ref`. */
  readonly watch: (element: HTMLElement | null) => (() => void) | undefined;
} {
  const [isScrollStop, setScrollStop] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      const scrolls = element.scrollHeight > element.clientHeight;
      setScrollStop(scrolls && element.querySelector(CONTROLS) === null);
    });
    for (const one of [element, ...element.children]) observer.observe(one);
    return () => observer.disconnect();
  }, []);
  return { isScrollStop, watch };
}

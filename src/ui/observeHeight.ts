import { observeElementRect } from "@tanstack/react-virtual";
import type { Rect, Virtualizer } from "@tanstack/react-virtual";

/**
 * Observes a scroll area for a virtualizer. One without a height (hidden, or in a document without
 * layout) counts as `unmeasured` pixels high, so that its first rows exist before it is measured.
 */
export function observeHeight(unmeasured: number) {
  return (instance: Virtualizer<HTMLDivElement, Element>, notify: (rect: Rect) => void) =>
    observeElementRect(instance, (rect) =>
      notify(rect.height > 0 ? rect : { width: rect.width, height: unmeasured }),
    );
}

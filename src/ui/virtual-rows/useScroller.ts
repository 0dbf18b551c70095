import { useEffectEvent, useLayoutEffect, useRef } from "react";
import type { RefObject } from "react";

/** Milliseconds without a scroll after which a scroller is at rest. */
const REST = 150;

/** In pixels. */
type Viewport = {
  readonly offset: number;
  readonly height: number;
};

/** Used before measuring and without a size (hidden, or in a document without layout). */
export const UNMEASURED: Viewport = { offset: 0, height: 600 };

/**
 * The position and visible height of a scroller, read on changes and not on demand, because reading may force layout.
 *
 * @param onScroll called with every scroll, and once more, not scrolling, when the scroller is at rest.
 * @param onResize called when its height changed; both are called after the returned values have changed.
 */
export function useScroller(
  scroller: RefObject<HTMLElement | null>,
  onScroll: (before: number, scrolling: boolean) => void,
  onResize: () => void,
): RefObject<Viewport> {
  const viewport = useRef<Viewport>(UNMEASURED);
  const scrolled = useEffectEvent(onScroll);
  const resized = useEffectEvent(onResize);

  useLayoutEffect(() => {
    const element = scroller.current;
    // In a replay the element belongs to another page than the code.
    const view = element?.ownerDocument.defaultView;
    if (!element || !view) return;
    const readOffset = (scrolling: boolean) => {
      const before = viewport.current.offset;
      viewport.current = { ...viewport.current, offset: element.scrollTop };
      scrolled(before, scrolling);
    };
    let rest = 0;
    const hear = () => {
      view.clearTimeout(rest);
      rest = view.setTimeout(() => readOffset(false), REST);
      readOffset(true);
    };
    const measure = () => {
      const height = element.clientHeight || UNMEASURED.height;
      if (height === viewport.current.height) return;
      viewport.current = { ...viewport.current, height };
      resized();
    };
    // Hiding the element resets the scroller to its top, so the offset is read again.
    viewport.current = { ...viewport.current, offset: element.scrollTop };
    measure();
    const observer = new view.ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", hear, { passive: true });
    return () => {
      view.clearTimeout(rest);
      observer.disconnect();
      element.removeEventListener("scroll", hear);
    };
  }, [scroller]);
  return viewport;
}

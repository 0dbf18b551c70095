import { useEffect, useLayoutEffect, useRef } from "react";

/** How long after the dialog the element may disappear: a list is read again after a change. */
const WATCHED_MS = 3000;

/**
 * Keeps the focus near where it was before a dialog, even if the dialog's action removed or disabled that element: it
 * goes to the closest element around it that can have the focus.
 */
export function useReturnedFocus(isOpen: boolean, isLive: boolean): void {
  const origin = useRef<readonly HTMLElement[]>([]);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    // The dialog takes the focus after its layout effects.
    if (isOpen && isLive) origin.current = focusablesAround(document.activeElement);
  }, [isOpen, isLive]);
  useEffect(() => {
    const closes = wasOpen.current && !isOpen && isLive;
    wasOpen.current = isOpen;
    if (!closes) return undefined;
    const refocus = () => {
      if (document.activeElement !== null && document.activeElement !== document.body) return;
      origin.current
        .find((element) => element.isConnected && !element.matches(":disabled"))
        ?.focus();
    };
    const observer = new MutationObserver(refocus);
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(() => observer.disconnect(), WATCHED_MS);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [isOpen, isLive]);
}

function focusablesAround(element: Element | null): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
    if (at instanceof HTMLElement && at.matches("a, button, input, [tabindex]")) found.push(at);
  }
  return found;
}

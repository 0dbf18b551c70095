import type { MouseEvent } from "react";

/** Called for a plain left click on a link; the app prevents the default and routes by itself. */
export type Navigate = (event: MouseEvent<HTMLAnchorElement>, href: string) => void;

/**
 * Click handler of an anchor. Clicks that mean "new tab", "new window" or "download" stay with
 * the browser, so the app never has to ask which kind of click it was.
 */
export function navigateOnClick(
  href: string,
  onNavigate: Navigate | undefined,
): (event: MouseEvent<HTMLAnchorElement>) => void {
  return (event) => {
    const target = event.currentTarget.getAttribute("target");
    const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.defaultPrevented || event.button !== 0 || modified) return;
    if (target !== null && target !== "_self") return;
    onNavigate?.(event, href);
  };
}

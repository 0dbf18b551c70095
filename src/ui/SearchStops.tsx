import { useRef, type KeyboardEvent, type ReactNode } from "react";

/**
 * A search field and its result list: arrow keys move between them, Enter in the field selects the first result.
 * Results are links, or buttons that are list items.
 */
export function SearchStops({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const stops = [
      ...(box.current?.querySelectorAll<HTMLElement>("input, a[href], li > button") ?? []),
    ];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (event.key === "Enter" && at === 0) {
      event.preventDefault();
      stops[1]?.click();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  };
  return (
    <div ref={box} onKeyDown={move}>
      {children}
    </div>
  );
}

import { useCallback, useSyncExternalStore } from "react";

/** Whether the viewport is at least so wide, in CSS pixels; true where there is no media query. */
export function useMinWidth(pixels: number): boolean {
  const query = `(min-width: ${pixels}px)`;
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = typeof matchMedia === "function" ? matchMedia(query) : null;
      media?.addEventListener("change", changed);
      return () => media?.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () =>
    typeof matchMedia === "function" ? matchMedia(query).matches : true,
  );
}

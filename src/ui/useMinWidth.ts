import { useCallback, useSyncExternalStore } from "react";

/** Whether the viewport has at least this width in CSS pixels; true without media queries. */
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

import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whether the viewport has at least this width in CSS pixels; true without media queries. */
export function useMinWidth(pixels: number): boolean {
  // Each rendering reads the query, and creating one takes far longer than reading it.
  const query = useMemo(
    () => (typeof matchMedia === "function" ? matchMedia(`(min-width: ${pixels}px)`) : null),
    [pixels],
  );
  const subscribe = useCallback(
    (changed: () => void) => {
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => query?.matches ?? true);
}

import { useCallback, useMemo, useSyncExternalStore } from "react";

/** Whether the viewport has at least this width in CSS pixels; true without media queries. */
export function useMinWidth(pixels: number): boolean {
  return useMedia(`(min-width: ${pixels}px)`, true);
}

/** Whether the main pointer is a finger, which cannot hover; false without media queries. */
export function useCoarsePointer(): boolean {
  return useMedia("(pointer: coarse)", false);
}

/** @param otherwise the answer without media queries. */
function useMedia(media: string, otherwise: boolean): boolean {
  // Each rendering reads the query, and creating one takes far longer than reading it.
  const query = useMemo(
    () => (typeof matchMedia === "function" ? matchMedia(media) : null),
    [media],
  );
  const subscribe = useCallback(
    (changed: () => void) => {
      query?.addEventListener("change", changed);
      return () => query?.removeEventListener("change", changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => query?.matches ?? otherwise);
}

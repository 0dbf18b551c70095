import { useStoreMap, useUnit } from "effector-react";
import type { Failure } from "#events/kernel/call.ts";
import { $parts, searchPart, togglePart } from "./parts.ts";

/**
 * A part of a screen that opens and closes, as a widget takes it.
 *
 * @param part its name, `screen/part`; of two with one name on a screen both open
 */
export function usePart(part: string, openAtFirst = false) {
  const open = useStoreMap({
    store: $parts,
    keys: [part, openAtFirst],
    fn: ({ touched }, [name, otherwise]) => touched[name]?.open ?? otherwise,
  });
  const toggle = useUnit(togglePart);
  return { open, onOpenChange: (next: boolean) => toggle({ part, open: next }) };
}

/** What tells why a request failed, open at first: one that fails in another way is told whole again. */
export function useFailureNotice(screen: string, failure: Pick<Failure, "status"> | null) {
  return usePart(`${screen}/failed${failure?.status ?? ""}`, true);
}

/** A part that is searched by text while it is open. */
export function useSearchedPart(part: string) {
  const text = useStoreMap({
    store: $parts,
    keys: [part],
    fn: ({ touched }, [name]) => touched[name]?.text ?? "",
  });
  const search = useUnit(searchPart);
  return { ...usePart(part), text, onSearch: (next: string) => search({ part, text: next }) };
}

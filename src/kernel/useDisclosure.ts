import { useStoreMap, useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import type { Failure } from "#events/kernel/call.ts";
import { $parts, leavePart, searchPart, togglePart } from "./disclosures.ts";

/**
 * A part of a screen that opens and closes, as a widget takes it. It goes with its owner: one that is taken away while the
 * part is open closes it, which is recorded. A part that is open at first stays as people left it.
 *
 * @param part its name, `screen/part`; of two with one name on a screen both open, and both close
 */
export function useDisclosure(part: string, openAtFirst = false) {
  const open = useStoreMap({
    store: $parts,
    keys: [part, openAtFirst],
    fn: ({ touched }, [name, otherwise]) => touched[name]?.open ?? otherwise,
  });
  const { toggle, leave } = useUnit({ toggle: togglePart, leave: leavePart });
  const owned = useRef<string | null>(null);
  useEffect(() => {
    owned.current = part;
    return () => {
      owned.current = null;
      // React's strict mode takes effects away and brings them back at once.
      queueMicrotask(() => {
        if (!openAtFirst && owned.current !== part) leave({ part });
      });
    };
  }, [part, openAtFirst, leave]);
  return { open, onOpenChange: (next: boolean) => toggle({ part, open: next }) };
}

/** What tells why a request failed, open at first: one that fails in another way is told whole again. */
export function useFailureNotice(screen: string, failure: Pick<Failure, "status"> | null) {
  return useDisclosure(`${screen}/failed${failure?.status ?? ""}`, true);
}

/** A part that is searched by text while it is open. */
export function useSearchedPart(part: string) {
  const text = useStoreMap({
    store: $parts,
    keys: [part],
    fn: ({ touched }, [name]) => touched[name]?.text ?? "",
  });
  const search = useUnit(searchPart);
  return { ...useDisclosure(part), text, onSearch: (next: string) => search({ part, text: next }) };
}

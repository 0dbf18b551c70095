import { useStoreMap, useUnit } from "effector-react";
import { useEffect, useRef } from "react";
import type { Failure } from "#events/kernel/call.ts";
import { $parts, leavePart, searchPart, togglePart } from "./disclosures.ts";

/**
 * A disclosure for a widget. It lives with its owner: unmounting while open closes it, which is recorded. An initially
 * open one keeps the state that the user chose.
 *
 * @param part its name, `screen/part`; two with one name on a screen open and close together
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
      // React's strict mode runs the cleanup of effects and runs them again immediately.
      queueMicrotask(() => {
        if (!openAtFirst && owned.current !== part) leave({ part });
      });
    };
  }, [part, openAtFirst, leave]);
  return { open, onOpenChange: (next: boolean) => toggle({ part, open: next }) };
}

/** The explanation of a failed request, initially open. Another failure opens it again. */
export function useFailureNotice(screen: string, failure: Pick<Failure, "status"> | null) {
  return useDisclosure(`${screen}/failed${failure?.status ?? ""}`, true);
}

/** A disclosure with a search text. */
export function useSearchedPart(part: string) {
  const text = useStoreMap({
    store: $parts,
    keys: [part],
    fn: ({ touched }, [name]) => touched[name]?.text ?? "",
  });
  const search = useUnit(searchPart);
  return { ...useDisclosure(part), text, onSearch: (next: string) => search({ part, text: next }) };
}

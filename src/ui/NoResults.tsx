import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/**
 * The empty state of a filtered list, with a button that clears the filters. The button disappears with them, so the
 * search gets the focus.
 */
export function NoResults({ onClear }: { onClear: () => void }) {
  const t = useMessages(uiMessages);
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const search = searchNear(currentTarget);
    onClear();
    search?.focus();
  };
  return (
    <>
      <p>{t.noEntries}</p>
      <Button size="small" onClick={clear}>
        {t.clearFilters}
      </Button>
    </>
  );
}

/** The search field of the nearest ancestor that has one. */
function searchNear(element: Element): HTMLElement | null {
  for (let part = element.parentElement; part !== null; part = part.parentElement) {
    const search = part.querySelector<HTMLElement>("input[type=search]");
    if (search) return search;
  }
  return null;
}

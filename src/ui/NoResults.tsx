import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** A list that its filters leave nothing of, and the way back. Its button goes with them: then the search has the focus. */
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

/** The search of the least part of the page around it that has one. */
function searchNear(element: Element): HTMLElement | null {
  for (let part = element.parentElement; part !== null; part = part.parentElement) {
    const search = part.querySelector<HTMLElement>("input[type=search]");
    if (search) return search;
  }
  return null;
}

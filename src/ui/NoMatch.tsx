import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** A list that its filters leave nothing of, and the way back. Its button goes with them: then the search has the focus. */
export function NoMatch({ clearLabel, onClear }: { clearLabel?: string; onClear: () => void }) {
  const words = useWords(uiWords);
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const search = searchNear(currentTarget);
    onClear();
    search?.focus();
  };
  return (
    <>
      <p>{words.noEntries}</p>
      <Button size="small" onClick={clear}>
        {clearLabel ?? words.clearFilters}
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

import type { MouseEvent } from "react";
import { Button } from "./Button.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** A list that its filters leave nothing of, and the way back. Its button goes with them: then the search has the focus. */
export function NoMatch({ clearLabel, onClear }: { clearLabel?: string; onClear: () => void }) {
  const words = useWords(uiWords);
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const near = currentTarget.closest(":has(input[type=search])");
    onClear();
    near?.querySelector<HTMLElement>("input[type=search]")?.focus();
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

import { Button } from "./Button.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** A list that its filters leave nothing of, and the way back. */
export function NoMatch({ clearLabel, onClear }: { clearLabel?: string; onClear: () => void }) {
  const words = useWords(uiWords);
  return (
    <>
      <p>{words.noEntries}</p>
      <Button size="small" onClick={onClear}>
        {clearLabel ?? words.clearFilters}
      </Button>
    </>
  );
}

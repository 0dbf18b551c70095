import { Button } from "./Button.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";

/** The end of a form over what is saved: take back what was changed, or save it. */
export function SaveButtons({
  isUnchanged,
  busy,
  onDiscard,
}: {
  isUnchanged: boolean;
  busy: boolean;
  onDiscard: () => void;
}) {
  const words = useWords(uiWords);
  return (
    <>
      <Button idle={isUnchanged} onClick={onDiscard}>
        {words.discardChanges}
      </Button>
      <Button type="submit" variant="primary" idle={isUnchanged} busy={busy}>
        {words.save}
      </Button>
    </>
  );
}

import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** The actions of a form over saved values: discard changes, or save them. */
export function FormActions({
  isUnchanged,
  busy,
  onDiscard,
}: {
  isUnchanged: boolean;
  busy: boolean;
  onDiscard: () => void;
}) {
  const t = useMessages(uiMessages);
  return (
    <>
      <Button idle={isUnchanged} onClick={onDiscard}>
        {t.discardChanges}
      </Button>
      <Button type="submit" variant="primary" idle={isUnchanged} busy={busy}>
        {t.save}
      </Button>
    </>
  );
}

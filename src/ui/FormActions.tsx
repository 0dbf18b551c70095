import { Button } from "./Button.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";

/** The end of a form over what is saved: take back what was changed, or save it. */
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

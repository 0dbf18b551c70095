import { Button } from "./Button.tsx";

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
  return (
    <>
      <Button disabled={isUnchanged} onClick={onDiscard}>
        Discard changes
      </Button>
      <Button type="submit" variant="primary" disabled={isUnchanged} busy={busy}>
        Save
      </Button>
    </>
  );
}

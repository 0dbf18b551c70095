import { Button } from "./Button.tsx";
import { NO_MATCH_TEXT } from "./DataTable.tsx";

/** A list that its filters leave nothing of, and the way back. */
export function NoMatch({
  clearLabel = "Clear filters",
  onClear,
}: {
  clearLabel?: string;
  onClear: () => void;
}) {
  return (
    <>
      <p>{NO_MATCH_TEXT}</p>
      <Button size="small" onClick={onClear}>
        {clearLabel}
      </Button>
    </>
  );
}

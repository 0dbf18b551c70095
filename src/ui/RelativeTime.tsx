import { exactText, relativeText } from "./relativeTime.ts";
import { Tooltip } from "./Tooltip.tsx";
import styles from "./RelativeTime.module.css";

/**
 * How long ago, with the exact time in a tooltip. Both times in epoch milliseconds. With `inRow`
 * it is no tab stop and needs a SharedTooltip around the rows.
 */
export function RelativeTime({
  at,
  now,
  inRow = false,
}: {
  at: number;
  now: number;
  inRow?: boolean;
}) {
  const text = relativeText(at, now);
  const machine = new Date(at).toISOString();
  if (inRow) {
    return (
      <time dateTime={machine} data-tooltip={exactText(at)}>
        {text}
      </time>
    );
  }
  return (
    <Tooltip label={exactText(at)}>
      <time dateTime={machine} className={styles.time} tabIndex={0}>
        {text}
        <span className="visually-hidden">, {exactText(at)}</span>
      </time>
    </Tooltip>
  );
}

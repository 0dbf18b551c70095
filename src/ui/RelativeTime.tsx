import { Tooltip } from "./Tooltip.tsx";
import { useFormats, useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./RelativeTime.module.css";

/** Shorter durations are shown as "now", in milliseconds. */
const JUST_NOW = 45_000;

/**
 * A relative time, with the exact time in a tooltip. Both times in epoch milliseconds. A time after `now` is shown as
 * now, because `now` advances by the minute. With `inRow` it is no tab stop and needs a SharedTooltip around the rows.
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
  const t = useMessages(uiMessages);
  const { relative, exact } = useFormats();
  const text = now - at < JUST_NOW ? t.justNow : relative(at, now);
  const machine = new Date(at).toISOString();
  if (inRow) {
    return (
      <time dateTime={machine} data-tooltip={exact(at)}>
        {text}
      </time>
    );
  }
  return (
    <Tooltip label={exact(at)}>
      <time dateTime={machine} className={styles.time} tabIndex={0}>
        {text}
        <span className="visually-hidden">, {exact(at)}</span>
      </time>
    </Tooltip>
  );
}

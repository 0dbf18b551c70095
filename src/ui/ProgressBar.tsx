import { cx } from "./cx.ts";
import styles from "./ProgressBar.module.css";

/** A progress bar; indeterminate without a percentage. */
export function ProgressBar({
  label,
  percent,
  text,
  className,
}: {
  label: string;
  /** 0 to 100; null if unknown. */
  percent: number | null;
  /** The screen reader text instead of the percentage. */
  text: string;
  className?: string;
}) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent === null ? undefined : Math.floor(percent)}
      aria-valuetext={text}
      className={cx(styles.track, className)}
    >
      <div
        className={cx(styles.bar, percent === null && styles.unknown)}
        style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }}
      />
    </div>
  );
}

import { cx } from "./cx.ts";
import { useFormats } from "./language/LanguageProvider.tsx";
import styles from "./PercentBar.module.css";

/** A percentage as a bar with its text beside it. The text has the meaning, and the bar repeats it. */
export function PercentBar({
  percent,
  text,
  tone = "accent",
  className,
}: {
  percent: number;
  text?: string;
  tone?: "accent" | "muted" | "warning";
  className?: string;
}) {
  const { percentColumn } = useFormats();
  const width = `${Math.min(100, Math.max(0, percent))}%`;
  return (
    <span className={cx(styles.line, className)}>
      <span className={styles.bar} aria-hidden="true">
        <span className={cx(styles.fill, styles[tone])} style={{ width }} />
      </span>
      <span className={styles.text}>{text ?? percentColumn(percent)}</span>
    </span>
  );
}

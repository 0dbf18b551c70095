import { cx } from "../cx.ts";
import { highest } from "./chartSpace.ts";
import type { ChartData } from "./chartSpace.ts";
import { useFormats } from "../language/LanguageProvider.tsx";
import styles from "./ThresholdChart.module.css";

export type ThresholdLegendProps = {
  data: ChartData | null;
  /** The shown percentage, and the minimum. */
  percent: number;
  min: number;
  labels: { main: string; second: string; bars: string };
  className?: string;
};

/** The legend of a threshold chart, with the values of its lines and bars. */
export function ThresholdLegend({ data, percent, min, labels, className }: ThresholdLegendProps) {
  const { count } = useFormats();
  return (
    <dl className={cx(styles.legend, className)}>
      {(["main", "second", "bars"] as const).map((part) => (
        <div key={part} className={styles.entry}>
          <dt>
            <span className={cx(styles.swatch, styles[part])} data-part={part} aria-hidden="true" />
            {labels[part]}
          </dt>
          {/* As wide as the largest number, so that the layout does not shift. */}
          <dd
            style={
              data ? { minWidth: `${count(highest(data[part], min, 100)).length}ch` } : undefined
            }
          >
            {data ? count(data[part][percent] ?? 0) : "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}

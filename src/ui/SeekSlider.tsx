import { Slider } from "@base-ui/react/slider";
import { cx } from "./cx.ts";
import styles from "./SeekSlider.module.css";

export type SeekMark = { at: number; tone: "error" | "warning" };

/** A position on a line of steps, with marks. */
export function SeekSlider({
  label,
  value,
  max,
  marks,
  valueText,
  onChange,
}: {
  label: string;
  value: number;
  /** At least 1. */
  max: number;
  marks: readonly SeekMark[];
  /** The screen reader text of a value. */
  valueText: (value: number) => string;
  onChange: (value: number) => void;
}) {
  return (
    <Slider.Root
      className={styles.root}
      value={value}
      onValueChange={(next: number) => onChange(next)}
      min={0}
      max={max}
      step={1}
      largeStep={Math.max(10, Math.round(max / 50))}
    >
      <Slider.Control className={styles.control}>
        <Slider.Track className={styles.track}>
          <Slider.Indicator className={styles.indicator} />
          {marks.map(({ at, tone }) => (
            <span
              key={`${tone}${at}`}
              className={cx(styles.mark, styles[tone])}
              style={{ left: `${(at / max) * 100}%` }}
              aria-hidden
            />
          ))}
          <Slider.Thumb
            className={styles.thumb}
            aria-label={label}
            getAriaValueText={(_formatted, at) => valueText(at)}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}

import { Slider } from "@base-ui/react/slider";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useFormats } from "./language/LanguageProvider.tsx";
import styles from "./PercentSlider.module.css";

const DEFAULT_MARKS = [30, 60, 90, 100] as const;

export type PercentSliderProps = {
  label: string;
  /** In percent. */
  value: number;
  /** Every change except the moves of a drag, which `onDrag` receives. */
  onChange: (value: number) => void;
  /** Each move of a drag. */
  onDrag?: (value: number) => void;
  /** A pointer pressed the slider. */
  onPress?: (control: Element) => void;
  min?: number;
  max?: number;
  step?: number;
  marks?: readonly number[];
  /** The screen reader text of a value. */
  valueText?: (value: number) => string;
  /** A chart above the track: its plot area spans exactly the track, so positions match. */
  children?: ReactNode;
  disabled?: boolean;
  className?: string;
};

/** A percentage between two limits, with marks, below its chart. */
export function PercentSlider({
  label,
  value,
  onChange,
  onDrag = onChange,
  onPress,
  min = 30,
  max = 100,
  step = 1,
  marks = DEFAULT_MARKS,
  valueText,
  children,
  disabled = false,
  className,
}: PercentSliderProps) {
  const { percent } = useFormats();
  const left = (at: number) => `${((at - min) / (max - min)) * 100}%`;
  return (
    <div className={cx(styles.slider, disabled && styles.off, className)}>
      {children != null && (
        <div className={styles.chart}>
          {children}
          <span className={styles.valueLine} style={{ left: left(value) }} aria-hidden="true" />
        </div>
      )}
      <Slider.Root
        value={value}
        onValueChange={(next: number, { reason }) => (reason === "drag" ? onDrag : onChange)(next)}
        min={min}
        max={max}
        step={step}
        disabled={disabled}
      >
        <Slider.Control
          className={styles.control}
          onPointerDown={({ currentTarget }) => onPress?.(currentTarget)}
        >
          <Slider.Track className={styles.track}>
            <Slider.Indicator className={styles.indicator} />
            {marks.map((mark) => (
              <span key={mark} className={styles.tick} style={{ left: left(mark) }} aria-hidden />
            ))}
            <Slider.Thumb
              className={styles.thumb}
              aria-label={label}
              getAriaValueText={(_formatted, at) => (valueText ?? percent)(at)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <div className={styles.marks} aria-hidden="true">
        {marks.map((mark) => (
          <span key={mark} className={styles.mark} style={{ left: left(mark) }}>
            {mark}
          </span>
        ))}
      </div>
    </div>
  );
}

import { useId } from "react";
import { cx } from "./cx.ts";
import { useFormats } from "./language/LanguageProvider.tsx";
import styles from "./SegmentedControl.module.css";

export type Segment<Id extends string> = { id: Id; label: string; count?: number };

/** A radio group that looks like one control, for a few views of the same thing. */
export function SegmentedControl<Id extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: {
  label: string;
  options: ReadonlyArray<Segment<Id>>;
  value: Id;
  onChange: (id: Id) => void;
  className?: string;
}) {
  const name = useId();
  const { count } = useFormats();
  return (
    <fieldset className={cx(styles.group, className)}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.id} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
          {option.count !== undefined && (
            <span className={styles.count}>{count(option.count)}</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

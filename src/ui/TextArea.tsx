import { useId } from "react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { describedBy, FieldFrame } from "./FieldFrame.tsx";
import type { FieldLook } from "./FieldFrame.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./Field.module.css";

export type TextAreaProps = Omit<
  ComponentProps<"textarea">,
  "value" | "defaultValue" | "onChange" | "maxLength" | "className"
> &
  FieldLook & {
    value: string;
    onChange: (value: string) => void;
    /** In UTF-16 code units, like `maxlength`. */
    maxLength: number;
  };

/** Text of several lines; it grows with what is written where the browser can. */
export function TextArea({
  id: givenId,
  label,
  hideLabel,
  description,
  error,
  reserveMessage,
  className,
  value,
  onChange,
  maxLength,
  rows = 6,
  required,
  disabled,
  ...rest
}: TextAreaProps) {
  const words = useWords(uiWords);
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame
      {...{ id, label, hideLabel, description, error, reserveMessage, required, className }}
      aside={
        value.length >= maxLength * 0.9 && (
          <span className={styles.count}>{words.lengthOf(value.length, maxLength)}</span>
        )
      }
    >
      <div className={cx(styles.box, error && styles.invalid, disabled && styles.off)}>
        <textarea
          {...rest}
          id={id}
          className={cx(styles.input, styles.area)}
          rows={rows}
          value={value}
          maxLength={maxLength}
          required={required}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { description, error })}
          onChange={(event) => onChange(event.target.value.slice(0, maxLength))}
        />
      </div>
    </FieldFrame>
  );
}

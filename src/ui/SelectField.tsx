import { IconSelector } from "@tabler/icons-react";
import { useId } from "react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { describedBy, FieldFrame } from "./FieldFrame.tsx";
import type { FieldLook } from "./FieldFrame.tsx";
import styles from "./Field.module.css";

export type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = Omit<
  ComponentProps<"select">,
  "value" | "defaultValue" | "onChange" | "className" | "children" | "multiple" | "size"
> &
  FieldLook & {
    value: string;
    onChange: (value: string) => void;
    options: readonly SelectOption[];
  };

/** A native select: one choice out of a few. */
export function SelectField({
  id: givenId,
  label,
  hideLabel,
  description,
  error,
  reserveMessage,
  className,
  value,
  onChange,
  options,
  required,
  disabled,
  ...rest
}: SelectFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <FieldFrame
      {...{ id, label, hideLabel, description, error, reserveMessage, required, className }}
    >
      <div className={cx(styles.box, error && styles.invalid, disabled && styles.off)}>
        <select
          {...rest}
          id={id}
          className={cx(styles.input, styles.select)}
          value={value}
          required={required}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { description, error })}
          onChange={(event) => onChange(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.selector} aria-hidden="true">
          <IconSelector size={16} />
        </span>
      </div>
    </FieldFrame>
  );
}

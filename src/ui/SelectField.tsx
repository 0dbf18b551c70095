import { IconSelector } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { FieldFrame, useField, type FieldLook } from "./FieldFrame.tsx";
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

/** A native select: one of a few choices. */
export function SelectField({ value, onChange, options, ...field }: SelectFieldProps) {
  const { frame, boxClass, control, aria, rest } = useField(field);
  return (
    <FieldFrame {...frame}>
      <div className={boxClass}>
        <select
          {...rest}
          {...control}
          {...aria}
          className={cx(styles.input, styles.select)}
          value={value}
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

import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import { FieldFrame, useField, type FieldLook } from "./FieldFrame.tsx";
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

/** Multi-line text; it grows with its content if the browser supports that. */
export function TextArea({ value, onChange, maxLength, rows = 6, ...field }: TextAreaProps) {
  const { frame, boxClass, control, aria, rest, roomTaken } = useField(field);
  return (
    <FieldFrame {...frame} aside={roomTaken(value, maxLength)}>
      <div className={boxClass}>
        <textarea
          {...rest}
          {...control}
          {...aria}
          className={cx(styles.input, styles.area)}
          rows={rows}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value.slice(0, maxLength))}
        />
      </div>
    </FieldFrame>
  );
}

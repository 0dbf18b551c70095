import { useEffect, useId, useRef } from "react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Checkbox.module.css";

/** `partial` shows the mixed state; a click on it requests true. */
export type CheckState = boolean | "partial";

export type CheckboxProps = Omit<
  ComponentProps<"input">,
  "type" | "checked" | "defaultChecked" | "onChange" | "className" | "ref"
> & {
  checked: CheckState;
  /** @param isRange whether the Shift key was held: what lies between is meant, too. */
  onChange: (checked: boolean, isRange: boolean) => void;
  label: ReactNode;
  /** The label is for screen readers only, for example in a table's row. */
  hideLabel?: boolean;
  description?: ReactNode;
  className?: string;
};

/** A native checkbox: light enough for virtual rows (pass `tabIndex={-1}` there). */
export function Checkbox({
  id: givenId,
  checked,
  onChange,
  label,
  hideLabel = false,
  description,
  className,
  ...rest
}: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const ref = useRef<HTMLInputElement>(null);
  const partial = checked === "partial";
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = partial;
  }, [partial]);
  const plainText = hideLabel && typeof label === "string" ? label : undefined;
  return (
    <span className={cx(styles.line, className)}>
      <input
        {...rest}
        ref={ref}
        id={id}
        type="checkbox"
        className={styles.box}
        checked={checked === true}
        aria-label={plainText}
        aria-describedby={description == null ? undefined : `${id}-description`}
        onChange={({ target, nativeEvent }) =>
          onChange(
            partial || target.checked,
            "shiftKey" in nativeEvent && nativeEvent.shiftKey === true,
          )
        }
      />
      {plainText === undefined && (
        <span className={hideLabel ? "visually-hidden" : styles.texts}>
          <label htmlFor={id} className={styles.label}>
            {label}
          </label>
          {description != null && (
            <span id={`${id}-description`} className={styles.description}>
              {description}
            </span>
          )}
        </span>
      )}
    </span>
  );
}

import { useId } from "react";
import type { ComponentProps } from "react";
import { cx } from "./cx.ts";
import styles from "./Toggle.module.css";

export type ToggleProps = Omit<
  ComponentProps<"input">,
  "type" | "role" | "checked" | "defaultChecked" | "onChange" | "className"
> & {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  className?: string;
};

/** A switch with immediate effect, such as "Show Hints". */
export function Toggle({ id: givenId, checked, onChange, label, className, ...rest }: ToggleProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <span className={cx(styles.line, className)}>
      <input
        {...rest}
        id={id}
        type="checkbox"
        role="switch"
        className={styles.track}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
    </span>
  );
}

import { IconX } from "@tabler/icons-react";
import { useId, useRef } from "react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { describedBy, FieldFrame } from "./FieldFrame.tsx";
import type { FieldLook } from "./FieldFrame.tsx";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./Field.module.css";

/** Longest text of a field unless it says otherwise, in UTF-16 code units like `maxlength`. */
export const INPUT_MAX_LENGTH = 255;

type NativeProps = Omit<
  ComponentProps<"input">,
  "value" | "defaultValue" | "onChange" | "maxLength" | "className" | "ref" | "size"
>;

export type TextFieldProps = NativeProps &
  FieldLook & {
    value: string;
    onChange: (value: string) => void;
    maxLength?: number;
    /** Shows a button that empties the field. */
    clearable?: boolean;
    /** A small icon before the text. */
    icon?: ReactNode;
    /** Controls after the text. */
    trailing?: ReactNode;
    inputRef?: Ref<HTMLInputElement>;
  };

export function TextField({
  id: givenId,
  label,
  hideLabel,
  description,
  error,
  reserveMessage,
  className,
  value,
  onChange,
  maxLength = INPUT_MAX_LENGTH,
  clearable = false,
  icon,
  trailing,
  inputRef,
  type = "text",
  required,
  disabled,
  ...rest
}: TextFieldProps) {
  const words = useWords(uiWords);
  const ownId = useId();
  const id = givenId ?? ownId;
  const box = useRef<HTMLDivElement>(null);
  const nearLimit = value.length >= maxLength * 0.9;
  const clear = () => {
    onChange("");
    box.current?.querySelector("input")?.focus();
  };
  return (
    <FieldFrame
      {...{ id, label, hideLabel, description, error, reserveMessage, required, className }}
      aside={
        nearLimit && <span className={styles.count}>{words.lengthOf(value.length, maxLength)}</span>
      }
    >
      <div ref={box} className={cx(styles.box, error && styles.invalid, disabled && styles.off)}>
        {icon != null && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <input
          {...rest}
          ref={inputRef}
          id={id}
          type={type}
          className={styles.input}
          value={value}
          maxLength={maxLength}
          required={required}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { description, error })}
          onChange={(event) => onChange(event.target.value.slice(0, maxLength))}
        />
        {clearable && value !== "" && !disabled && (
          <button
            type="button"
            className={styles.inset}
            aria-label={words.clear(label)}
            onClick={clear}
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        )}
        {trailing}
      </div>
    </FieldFrame>
  );
}

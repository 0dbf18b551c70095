import { IconX } from "@tabler/icons-react";
import { useRef } from "react";
import type { ComponentProps, ReactNode, Ref } from "react";
import { FieldFrame, useField, type FieldLook } from "./FieldFrame.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Field.module.css";

/** The default maximum length of a field, in UTF-16 code units like `maxlength`. */
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
    /** Shows a button that clears the field. */
    clearable?: boolean;
    /** A small icon before the text. */
    icon?: ReactNode;
    /** Controls after the text. */
    trailing?: ReactNode;
    inputRef?: Ref<HTMLInputElement>;
  };

export function TextField({
  value,
  onChange,
  maxLength = INPUT_MAX_LENGTH,
  clearable = false,
  icon,
  trailing,
  inputRef,
  type = "text",
  ...field
}: TextFieldProps) {
  const t = useMessages(uiMessages);
  const { frame, boxClass, control, aria, rest, roomTaken } = useField(field);
  const box = useRef<HTMLDivElement>(null);
  const clear = () => {
    onChange("");
    box.current?.querySelector("input")?.focus();
  };
  return (
    <FieldFrame {...frame} aside={roomTaken(value, maxLength)}>
      <div ref={box} className={boxClass}>
        {icon != null && (
          <span className={styles.icon} aria-hidden="true">
            {icon}
          </span>
        )}
        <input
          {...rest}
          ref={inputRef}
          {...control}
          {...aria}
          type={type}
          className={styles.input}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value.slice(0, maxLength))}
        />
        {clearable && value !== "" && !field.disabled && (
          <button
            type="button"
            className={styles.inset}
            aria-label={t.clear(field.label)}
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

import { useId, type ReactNode } from "react";
import { cx } from "./cx.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Field.module.css";

/** The common part of fields: label, description and error. */
export type FieldLook = {
  label: string;
  /** The label is for screen readers only. */
  hideLabel?: boolean;
  description?: ReactNode;
  /** A message makes the field invalid. */
  error?: string | null;
  /** Reserves the line of the message, so that the form does not shift when one appears. */
  reserveMessage?: boolean;
  className?: string;
};

type FieldProps = FieldLook & { id?: string; required?: boolean; disabled?: boolean };

/** Splits a field's props between its frame, the box of its control, and the control, which also gets the rest. */
export function useField<Props extends FieldProps>({
  id: givenId,
  label,
  hideLabel,
  description,
  error,
  reserveMessage,
  className,
  required,
  disabled,
  ...rest
}: Props) {
  const t = useMessages(uiMessages);
  const ownId = useId();
  const id = givenId ?? ownId;
  const told = [description != null && `${id}-description`, error && `${id}-error`];
  return {
    frame: { id, label, hideLabel, description, error, reserveMessage, required, className },
    boxClass: cx(styles.box, error && styles.invalid, disabled && styles.off),
    control: { id, required, disabled },
    aria: {
      "aria-invalid": error ? true : undefined,
      "aria-describedby": told.filter(Boolean).join(" ") || undefined,
    },
    rest,
    /** The used part of a text's maximum length; null until it is nearly full. */
    roomTaken: (text: string, maxLength: number) =>
      text.length < maxLength * 0.9 ? null : (
        <span className={styles.count}>{t.lengthOf(text.length, maxLength)}</span>
      ),
  };
}

export function FieldFrame({
  id,
  label,
  hideLabel = false,
  description,
  error,
  reserveMessage = false,
  required = false,
  aside,
  className,
  onLabel,
  children,
}: FieldLook & {
  id: string;
  required?: boolean;
  aside?: ReactNode;
  /** Focuses a control that a label cannot name. */
  onLabel?: () => void;
  children: ReactNode;
}) {
  const t = useMessages(uiMessages);
  return (
    <div className={cx(styles.field, className)}>
      <div className={hideLabel ? "visually-hidden" : styles.labelLine}>
        <label htmlFor={id} className={styles.label} onClick={onLabel}>
          {label}
        </label>
        {required && !hideLabel && (
          <span className={styles.required} aria-hidden="true">
            {t.required}
          </span>
        )}
      </div>
      {description != null && (
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      )}
      {children}
      {(reserveMessage || error || aside) && (
        <div className={styles.messageLine}>
          <p id={`${id}-error`} className={styles.error} aria-live="polite">
            {error}
          </p>
          {aside}
        </div>
      )}
    </div>
  );
}

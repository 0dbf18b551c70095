import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { useSay, useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
import styles from "./Field.module.css";

/** The part of a field that every kind has: its label, its description and its error. */
export type FieldLook = {
  label: string;
  /** The label is read aloud but not shown. */
  hideLabel?: boolean;
  description?: ReactNode;
  /** A message makes the field invalid. */
  error?: string | null;
  /** Keeps the line of the message free, so that a form does not move when one appears. */
  reserveMessage?: boolean;
  className?: string;
};

/** Ids that a control names in `aria-describedby`. */
export function describedBy(
  id: string,
  { description, error }: Pick<FieldLook, "description" | "error">,
): string | undefined {
  const ids = [description != null && `${id}-description`, error && `${id}-error`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
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
  children,
}: FieldLook & { id: string; required?: boolean; aside?: ReactNode; children: ReactNode }) {
  const words = useWords(uiWords);
  const say = useSay();
  return (
    <div className={cx(styles.field, className)}>
      <div className={hideLabel ? "visually-hidden" : styles.labelLine}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {required && !hideLabel && (
          <span className={styles.required} aria-hidden="true">
            {words.required}
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
            {error && say(error)}
          </p>
          {aside}
        </div>
      )}
    </div>
  );
}

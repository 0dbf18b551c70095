import { IconChevronDown, IconX } from "@tabler/icons-react";
import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import type { Severity } from "./severity.ts";
import { SeverityIcon } from "./SeverityIcon.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Alert.module.css";

export type AlertProps = {
  severity: Severity;
  title: ReactNode;
  /** The detail; with `onOpenChange` it can be collapsed to its title. */
  children?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onDismiss?: () => void;
  actions?: ReactNode;
  /** Announce it when it appears (errors and warnings assertively, others politely). */
  live?: boolean;
};

export function Alert({
  severity,
  title,
  children,
  open = true,
  onOpenChange,
  onDismiss,
  actions,
  live = false,
}: AlertProps) {
  const t = useMessages(uiMessages);
  const bodyId = useId();
  const hasBody = children != null && children !== false;
  const urgent = severity === "error" || severity === "warning";
  const heading = (
    <>
      <span className="visually-hidden">{t.severities[severity]}: </span>
      {title}
    </>
  );
  return (
    <div
      className={cx(styles.alert, styles[severity])}
      role={live ? (urgent ? "alert" : "status") : undefined}
      data-severity={severity}
    >
      <span className={styles.icon}>
        <SeverityIcon severity={severity} />
      </span>
      <div className={styles.main}>
        {hasBody && onOpenChange ? (
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => onOpenChange(!open)}
          >
            <span className={styles.title}>{heading}</span>
            <IconChevronDown size={16} className={styles.chevron} aria-hidden="true" />
          </button>
        ) : (
          <p className={styles.title}>{heading}</p>
        )}
        {hasBody && (
          <div id={bodyId} className={styles.body} hidden={!open}>
            {children}
          </div>
        )}
      </div>
      {actions != null && <div className={styles.actions}>{actions}</div>}
      {onDismiss && (
        <button type="button" className={styles.dismiss} aria-label={t.dismiss} onClick={onDismiss}>
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

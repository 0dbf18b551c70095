import type { ReactNode } from "react";
import styles from "./EmptyState.module.css";

/** An empty state: the purpose of this place and what to do next. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon != null && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <h2 className={styles.title}>{title}</h2>
      {children != null && <div className={styles.text}>{children}</div>}
      {action != null && <div className={styles.action}>{action}</div>}
    </div>
  );
}

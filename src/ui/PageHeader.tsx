import type { ReactNode } from "react";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import type { Breadcrumb } from "./Breadcrumbs.tsx";
import type { Navigate } from "./navigation.ts";
import styles from "./PageHeader.module.css";

/** The top of every screen: breadcrumbs, title, one line of context, actions at the right. */
export function PageHeader({
  title,
  breadcrumbs,
  context,
  actions,
  onNavigate,
}: {
  title: ReactNode;
  breadcrumbs?: readonly Breadcrumb[];
  /** One line; it keeps its room when it is null (still loading) and none when undefined. */
  context?: ReactNode;
  actions?: ReactNode;
  onNavigate?: Navigate;
}) {
  return (
    <header className={styles.header}>
      {breadcrumbs && <Breadcrumbs items={breadcrumbs} onNavigate={onNavigate} />}
      <div className={styles.line}>
        <div className={styles.texts}>
          <h1 className={styles.title}>{title}</h1>
          {context !== undefined && <div className={styles.context}>{context}</div>}
        </div>
        {actions != null && <div className={styles.actions}>{actions}</div>}
      </div>
    </header>
  );
}

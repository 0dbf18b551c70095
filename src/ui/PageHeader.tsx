import type { ReactNode } from "react";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import type { Breadcrumb } from "./Breadcrumbs.tsx";
import styles from "./PageHeader.module.css";

/** The top of every screen: breadcrumbs, title, one line of context, actions at the right. */
export function PageHeader({
  title,
  breadcrumbs,
  context,
  actions,
}: {
  title: ReactNode;
  breadcrumbs?: readonly Breadcrumb[];
  /** One line; it keeps its room when it is null (still loading) and none when undefined. */
  context?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <header className={styles.header}>
      {breadcrumbs && <Breadcrumbs items={breadcrumbs} />}
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

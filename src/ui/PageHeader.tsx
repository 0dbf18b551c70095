import { useContext, type ReactNode } from "react";
import { Breadcrumbs, BreadcrumbsContext } from "./Breadcrumbs.tsx";
import styles from "./PageHeader.module.css";

/** The header of every screen: breadcrumbs of the open route, title, one line of context, actions at the right. */
export function PageHeader({
  title,
  context,
  actions,
}: {
  title: ReactNode;
  /** One line; null reserves its space (still loading), undefined does not. */
  context?: ReactNode;
  actions?: ReactNode;
}) {
  const breadcrumbs = useContext(BreadcrumbsContext);
  return (
    <header className={styles.header}>
      {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
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

import { useContext, type ReactNode } from "react";
import { Breadcrumbs, BreadcrumbsContext } from "./Breadcrumbs.tsx";
import styles from "./PageHeader.module.css";

/** The top of every screen: the breadcrumbs of the open route, a title, one line of context, actions at the right. */
export function PageHeader({
  title,
  context,
  actions,
}: {
  title: ReactNode;
  /** One line; it keeps its room when it is null (still loading) and none when undefined. */
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

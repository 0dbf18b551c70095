import { useId } from "react";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Panel.module.css";

/** A titled section of a screen. `flush` lets a table reach the edges. */
export function Panel({
  title,
  context,
  actions,
  flush = false,
  children,
}: {
  title: string;
  context?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <div className={styles.texts}>
          <h2 id={id}>{title}</h2>
          {context != null && <p className={styles.context}>{context}</p>}
        </div>
        {actions != null && <div className={styles.actions}>{actions}</div>}
      </header>
      <div className={cx(styles.body, flush && styles.flush)}>{children}</div>
    </section>
  );
}

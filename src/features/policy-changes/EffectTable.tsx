import type { ReactNode } from "react";
import styles from "./policyChanges.module.css";

interface Column {
  readonly header: string;
  readonly isNumber?: boolean;
}

/** A table of effects, which scrolls sideways if it is wider than its panel. */
export function EffectTable({
  label,
  columns,
  more,
  children,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
  /** A text with the number of rows that are not listed; null if all are. */
  readonly more: string | null;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.scroll} role="group" aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            {columns.map(({ header, isNumber }) => (
              <th key={header} scope="col" className={isNumber ? styles.number : undefined}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {more !== null && <p className={styles.muted}>{more}</p>}
    </div>
  );
}

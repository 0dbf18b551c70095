import type { ReactNode } from "react";
import styles from "./DescriptionList.module.css";

/** Names and values of one thing; a missing value is shown as a dash. */
export function DescriptionList({
  items,
}: {
  items: ReadonlyArray<{ term: string; detail: ReactNode }>;
}) {
  return (
    <dl>
      {items.map(({ term, detail }) => (
        <div key={term} className={styles.pair}>
          <dt className={styles.term}>{term}</dt>
          <dd>{detail === null || detail === "" ? "–" : detail}</dd>
        </div>
      ))}
    </dl>
  );
}

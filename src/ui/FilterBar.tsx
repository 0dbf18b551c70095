import type { ReactNode } from "react";
import { formatCount } from "./format.ts";
import styles from "./FilterBar.module.css";

/** What narrows a list, and how many it found. */
export function FilterBar({
  found,
  below,
  children,
}: {
  /** null while it is not known. */
  found: number | null;
  /** A further filter, below the others where it is wide. */
  below?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.bar} role="search">
      {children}
      <p className={styles.found} role="status">
        {found !== null && `${formatCount(found)} found`}
      </p>
      {below}
    </div>
  );
}

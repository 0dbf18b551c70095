import type { ReactNode } from "react";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./FilterBar.module.css";

/** The filters of a list, and its number of results. */
export function FilterBar({
  label,
  found,
  hasMore = false,
  below,
  actions,
  children,
}: {
  /** The list's name, which tells this search from others on the page. */
  label: string;
  /** null while it is not known. */
  found: number | null;
  /** Whether there are more results than are counted. */
  hasMore?: boolean;
  /** A further filter, below the others if it is wide. */
  below?: ReactNode;
  /** Controls after the number of results, such as an export. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const t = useMessages(uiMessages);
  return (
    <div className={styles.bar} role="search" aria-label={label}>
      {children}
      <div className={styles.end}>
        <p className={styles.found} role="status">
          {found !== null && (hasMore ? t.foundMore(found) : t.foundMany(found))}
        </p>
        {actions}
      </div>
      {below}
    </div>
  );
}

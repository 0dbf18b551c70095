import type { ReactNode } from "react";
import { useWords } from "./language/LanguageProvider.tsx";
import { uiWords } from "./words.ts";
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
  const words = useWords(uiWords);
  return (
    <div className={styles.bar} role="search">
      {children}
      <p className={styles.found} role="status">
        {found !== null && words.foundMany(found)}
      </p>
      {below}
    </div>
  );
}

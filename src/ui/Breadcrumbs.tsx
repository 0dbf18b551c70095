import { createContext, type ReactNode } from "react";
import { Link } from "./Link.tsx";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./Breadcrumbs.module.css";

export type Breadcrumb = {
  label: ReactNode;
  /** The last one, for the page itself, has none. */
  href?: string;
};

/** The breadcrumbs of the open screen; empty for a screen without any. */
export const BreadcrumbsContext = createContext<readonly Breadcrumb[]>([]);

export function Breadcrumbs({ items }: { items: readonly Breadcrumb[] }) {
  return (
    <nav aria-label={useMessages(uiMessages).breadcrumbs} className={styles.crumbs}>
      <ol className={styles.list}>
        {items.map((item, at) => (
          <li key={item.href ?? at} className={styles.item}>
            {item.href === undefined ? (
              <span
                className={styles.text}
                aria-current={at === items.length - 1 ? "page" : undefined}
              >
                {item.label}
              </span>
            ) : (
              <Link href={item.href} className={styles.text}>
                {item.label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

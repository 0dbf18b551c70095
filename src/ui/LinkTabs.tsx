import { Link } from "./Link.tsx";
import styles from "./LinkTabs.module.css";

export interface TabLink<Id extends string = string> {
  readonly id: Id;
  readonly href: string;
  readonly label: string;
}

/** Links between screens that belong together, in the look of tabs. */
export function LinkTabs<Id extends string>({
  label,
  links,
  current,
}: {
  /** Names the group for screen readers. */
  readonly label: string;
  readonly links: readonly TabLink<Id>[];
  readonly current: Id;
}) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {links.map(({ id, href, label: name }) => (
        <Link key={id} href={href} aria-current={id === current ? "page" : undefined}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

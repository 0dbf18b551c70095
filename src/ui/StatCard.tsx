import type { ReactNode } from "react";
import { Link } from "./Link.tsx";
import { Skeleton } from "./Skeleton.tsx";
import { useFormats } from "./language/LanguageProvider.tsx";
import styles from "./StatCard.module.css";

/** One key figure; `null` while it loads. With `href` the whole card is a link. */
export function StatCard({
  label,
  value,
  hint,
  href,
  format,
}: {
  label: string;
  value: number | null;
  hint?: ReactNode;
  href?: string;
  format?: (value: number) => string;
}) {
  const { count } = useFormats();
  return (
    <div className={styles.card}>
      <p className={styles.label}>
        {href === undefined ? (
          label
        ) : (
          <Link href={href} className={styles.link}>
            {label}
          </Link>
        )}
      </p>
      <p className={styles.value} aria-busy={value === null}>
        {value === null ? <Skeleton width={72} height={20} /> : (format ?? count)(value)}
      </p>
      {hint != null && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

import type { ReactNode } from "react";
import { ProductMark } from "./ProductMark.tsx";
import { Skeleton } from "./Skeleton.tsx";
import styles from "./AppFrame.module.css";

/** Widths of the bars that replace the navigation's labels, in pixels. */
const LABELS = [72, 88, 104, 56];

/** The placeholder of the signed-in frame while its code loads: its content does not shift afterwards. */
export function FramePlaceholder({
  product = "Provision",
  children,
}: {
  product?: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <span className={styles.opener} />
        <span className={styles.product}>
          <ProductMark />
          {product}
        </span>
      </header>
      <div className={styles.side} aria-hidden="true">
        <div className={styles.nav}>
          <div>
            {LABELS.map((width) => (
              <div key={width} className={styles.item}>
                <Skeleton width={18} height={18} />
                <Skeleton width={width} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div className={styles.content}>
        <main id="main" className={styles.main}>
          {children}
        </main>
      </div>
    </div>
  );
}

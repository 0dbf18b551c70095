import type { ReactNode } from "react";
import styles from "./Divider.module.css";

/** A line with a word in it, between two alternatives. Hidden from screen readers. */
export function Divider({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.divider} aria-hidden>
      {children}
    </p>
  );
}

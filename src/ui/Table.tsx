import type { ReactNode } from "react";
import styles from "./Table.module.css";

/** A plain table of few rows with columns of equal width. */
export function Table({ children }: { readonly children: ReactNode }) {
  return <table className={styles.table}>{children}</table>;
}

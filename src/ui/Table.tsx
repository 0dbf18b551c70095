import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import styles from "./Table.module.css";

/** A plain table of few rows, with columns of equal width unless `fits` makes them as wide as their texts. */
export function Table({
  fits = false,
  className,
  children,
}: {
  readonly fits?: boolean;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}) {
  return <table className={cx(styles.table, fits && styles.fits, className)}>{children}</table>;
}

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";
import { PageHeader } from "./PageHeader.tsx";
import styles from "./Page.module.css";

/** A screen in the frame: its header, and its parts below each other. */
export function Page({
  width = "medium",
  fills = false,
  children,
  ...header
}: ComponentProps<typeof PageHeader> & {
  /** The greatest width: of a form, of a list, or of a list with many columns. */
  readonly width?: "narrow" | "medium" | "wide";
  /** The part below the header, such as a long list, takes the rest of the window's height. */
  readonly fills?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={cx(fills ? styles.filled : styles.stacked, styles[width])}>
      <PageHeader {...header} />
      {children}
    </div>
  );
}

import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./RowActions.module.css";

/**
 * The controls at the end of a row, in view in every row. Only those of the active row are tab stops, so that Tab leaves
 * a list of any length after one row.
 */
export function RowActions({
  isActive,
  className,
  style,
  children,
}: {
  readonly isActive: boolean;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}) {
  const cell = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const control of cell.current?.querySelectorAll<HTMLElement>("a, button, input") ?? []) {
      control.tabIndex = isActive ? 0 : -1;
    }
  });
  return (
    <div ref={cell} role="gridcell" className={cx(styles.actions, className)} style={style}>
      {children}
    </div>
  );
}

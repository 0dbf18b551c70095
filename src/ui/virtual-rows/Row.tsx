import { memo, type ReactNode } from "react";
import { cx } from "../cx.ts";
import styles from "./VirtualRows.module.css";

/** A row's ARIA properties besides its cells. */
export type RowTraits = {
  /** Depth in a tree, from 1. */
  level?: number;
  expanded?: boolean;
  selected?: boolean;
  /** The number of siblings, and the position among them from 1. */
  setSize?: number;
  posInSet?: number;
  className?: string;
};

type RowProps<Content extends object> = {
  id: string;
  index: number;
  ariaIndex: number;
  top: number;
  height: number;
  active: boolean;
  content: Content | null;
  renderRow: (index: number, content: Content | null, isActive: boolean) => ReactNode;
  rowTraits: ((index: number, content: Content | null) => RowTraits) | undefined;
};

/** Memoized by its properties. */
function PlainRow<Content extends object>(props: RowProps<Content>) {
  const { id, index, ariaIndex, top, height, active, content, renderRow, rowTraits } = props;
  const traits = rowTraits?.(index, content);
  return (
    <div
      role="row"
      id={id}
      data-row={index}
      data-active={active || undefined}
      aria-rowindex={ariaIndex}
      aria-level={traits?.level}
      aria-expanded={traits?.expanded}
      aria-selected={traits?.selected}
      aria-setsize={traits?.setSize}
      aria-posinset={traits?.posInSet}
      className={cx(styles.row, traits?.className)}
      style={{ transform: `translateY(${top}px)`, height }}
    >
      {renderRow(index, content, active)}
    </div>
  );
}

// `memo` would lose the type of the content.
export const Row = memo(PlainRow) as typeof PlainRow;

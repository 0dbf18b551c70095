import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { Checkbox } from "../Checkbox.tsx";
import { cx } from "../cx.ts";
import { useMessages } from "../language/LanguageProvider.tsx";
import { uiMessages } from "../messages.ts";
import type { ListState } from "./types.ts";
import type { ShownColumn } from "./useColumns.ts";
import styles from "./ListPanel.module.css";

const MIN_WIDTH = 64;
/** One press of an arrow key, in pixels. */
const STEP = 16;

export function ListHeader<Item>({
  columns,
  list,
  isSelectable,
  actionsWidth,
}: {
  readonly columns: readonly ShownColumn<Item>[];
  readonly list: ListState<Item>;
  readonly isSelectable: boolean;
  /** Pixels; null where rows have no actions. */
  readonly actionsWidth: number | null;
}) {
  const t = useMessages(uiMessages);
  const { selection, total } = list;
  const isEmpty = selection.ids.length === 0;
  return (
    <>
      {isSelectable && (
        <div role="columnheader" className={styles.check}>
          <Checkbox
            label={t.selectAll}
            hideLabel
            checked={isEmpty ? selection.all : "partial"}
            disabled={!total}
            onChange={(all) => list.onSelect({ all, ids: [] })}
          />
        </div>
      )}
      {columns.map((column) => (
        <HeaderCell key={column.id} column={column} onResize={list.onResize} />
      ))}
      {actionsWidth !== null && (
        <div role="columnheader" className={styles.actions} style={{ width: actionsWidth }}>
          <span className="visually-hidden">{t.actions}</span>
        </div>
      )}
    </>
  );
}

function HeaderCell<Item>({
  column,
  onResize,
}: {
  readonly column: ShownColumn<Item>;
  readonly onResize: (column: string, width: number) => void;
}) {
  const { id, header, sorted, align } = column;
  const Arrow = sorted === "desc" ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      aria-label={header}
      className={cx(styles.cell, styles.head, align === "end" && styles.end)}
      style={{ flex: column.flex }}
      aria-sort={sorted === null ? undefined : sorted === "asc" ? "ascending" : "descending"}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted ?? undefined}
          onClick={column.onSort}
        >
          <span>{header}</span>
          <Arrow size={14} aria-hidden="true" />
        </button>
      ) : (
        <span>{header}</span>
      )}
      <Resizer header={header} width={column.pixels} onResize={(width) => onResize(id, width)} />
    </div>
  );
}

/** The edge of a column: drag it, or focus it and press Left or Right. */
function Resizer({
  header,
  width,
  onResize,
}: {
  readonly header: string;
  /** null if the column shares the free width. */
  readonly width: number | null;
  readonly onResize: (width: number) => void;
}) {
  const t = useMessages(uiMessages);
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthOf = () => handle.current?.parentElement?.getBoundingClientRect().width ?? 0;
  const widthAt = (x: number) => {
    const { current } = drag;
    return current && Math.max(MIN_WIDTH, Math.round(current.width + x - current.x));
  };
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, width: widthOf() };
  };
  const preview = (event: PointerEvent<HTMLDivElement>) => {
    const next = widthAt(event.clientX);
    if (next !== null) handle.current?.parentElement?.style.setProperty("flex", `0 0 ${next}px`);
  };
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const next = widthAt(event.clientX);
    drag.current = null;
    if (next !== null) onResize(next);
  };
  const step = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = event.key === "ArrowRight" ? STEP : event.key === "ArrowLeft" ? -STEP : 0;
    if (by === 0) return;
    event.preventDefault();
    onResize(Math.max(MIN_WIDTH, Math.round(widthOf()) + by));
  };
  return (
    // A focusable separator is a control according to ARIA.
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t.resizeColumn(header)}
      aria-valuemin={MIN_WIDTH}
      aria-valuenow={width ?? MIN_WIDTH}
      tabIndex={0}
      className={styles.resizer}
      onPointerDown={begin}
      onPointerMove={preview}
      onPointerUp={end}
      onPointerCancel={() => (drag.current = null)}
      onKeyDown={step}
    />
  );
}

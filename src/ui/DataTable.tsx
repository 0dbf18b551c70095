import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { cx } from "./cx.ts";
import { Skeleton } from "./Skeleton.tsx";
import { nextSort } from "./sorting.ts";
import type { Sort } from "./sorting.ts";
import { useMinWidth } from "./useMinWidth.ts";
import { useMessages } from "./language/LanguageProvider.tsx";
import { uiMessages } from "./messages.ts";
import styles from "./DataTable.module.css";

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, with tabular figures. */
  align?: "start" | "end";
  sortable?: boolean;
  /** A CSS length. Exactly one column should be left without one: it takes the rest. */
  width?: string;
  /** 1 (default) always shows, 2 from 768 px on, 3 from 1100 px on. */
  priority?: 1 | 2 | 3;
};

export type DataTableProps<Row, Id extends string = string> = {
  /** What the table lists; read aloud. */
  label: string;
  columns: ReadonlyArray<Column<Row, Id>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  status?: "ready" | "loading" | "failed";
  sort?: Sort<Id> | null;
  /** Gets the sort that a click on a column asks for; the caller sorts. */
  onSort?: (sort: Sort<Id>) => void;
  /** Default "No entries match your selection"; a node may offer what to do. */
  emptyText?: ReactNode;
  /** What happened, when `status` is failed. */
  failedText?: ReactNode;
  onRetry?: () => void;
  /** Makes the first column a link that covers the row. */
  rowHref?: (row: Row) => string;
  /** Makes the first column a button that covers the row. */
  onRowClick?: (row: Row) => void;
  /** Controls at the end of a row, shown on hover and on focus. */
  rowActions?: (row: Row) => ReactNode;
  /** How many rows to keep room for while loading. */
  loadingRows?: number;
  /** Height of an own scroll area; without it the table grows and its header sticks to the page. */
  maxHeight?: string;
};

export function DataTable<Row, Id extends string = string>(table: DataTableProps<Row, Id>) {
  const { rows, status = "ready", sort = null, rowActions, maxHeight } = table;
  const t = useMessages(uiMessages);
  const medium = useMinWidth(768);
  const wide = useMinWidth(1100);
  const columns = table.columns.filter(
    ({ priority = 1 }) => priority === 1 || (priority === 2 ? medium : wide),
  );
  const busy = status === "loading";
  const span = columns.length + (rowActions ? 1 : 0);
  return (
    <div
      className={cx(styles.scroller, maxHeight !== undefined && styles.own)}
      style={{ maxHeight }}
      data-refreshing={busy && rows.length > 0 ? "" : undefined}
    >
      <table className={styles.table} aria-label={table.label} aria-busy={busy}>
        <colgroup>
          {columns.map((column) => (
            <col key={column.id} style={{ width: column.width }} />
          ))}
          {rowActions && <col className={styles.actionsColumn} />}
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={table.onSort} />
            ))}
            {rowActions && (
              <th scope="col" className={styles.head}>
                <span className="visually-hidden">{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {status === "failed" ? (
            <MessageRow span={span}>
              <p role="alert">{table.failedText ?? t.listFailed}</p>
              {table.onRetry && (
                <Button size="small" onClick={table.onRetry}>
                  {t.retry}
                </Button>
              )}
            </MessageRow>
          ) : rows.length > 0 ? (
            rows.map((row) => (
              <BodyRow key={table.rowKey(row)} row={row} columns={columns} table={table} />
            ))
          ) : busy ? (
            <LoadingRows columns={columns} span={span} count={table.loadingRows ?? 8} />
          ) : (
            <MessageRow span={span}>{table.emptyText ?? t.noEntries}</MessageRow>
          )}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row, Id extends string>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row, Id>;
  sort: Sort<Id> | null;
  onSort: ((sort: Sort<Id>) => void) | undefined;
}) {
  const sorted = sort?.column === column.id ? sort.direction : null;
  const Arrow = sorted === "DESCENDING" ? IconArrowDown : IconArrowUp;
  const ariaSort =
    sorted === null ? undefined : sorted === "ASCENDING" ? "ascending" : "descending";
  return (
    <th
      scope="col"
      aria-sort={ariaSort}
      className={cx(styles.head, column.align === "end" && styles.end)}
    >
      {column.sortable ? (
        <button
          type="button"
          className={styles.sort}
          data-sorted={sorted ?? undefined}
          onClick={() => onSort?.(nextSort(sort, column.id))}
        >
          <span>{column.header}</span>
          <Arrow size={14} className={styles.arrow} aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function BodyRow<Row, Id extends string>({
  row,
  columns,
  table,
}: {
  row: Row;
  columns: ReadonlyArray<Column<Row, Id>>;
  table: DataTableProps<Row, Id>;
}) {
  const { rowHref, onRowClick, rowActions } = table;
  const href = rowHref?.(row);
  const open = (content: ReactNode): ReactNode => {
    if (href !== undefined) {
      return (
        <a href={href} className={styles.cover}>
          {content}
        </a>
      );
    }
    if (onRowClick) {
      return (
        <button type="button" className={styles.cover} onClick={() => onRowClick(row)}>
          {content}
        </button>
      );
    }
    return content;
  };
  return (
    <tr className={cx(styles.row, (href !== undefined || onRowClick) && styles.live)}>
      {columns.map((column, at) => (
        <td key={column.id} className={cx(styles.cell, column.align === "end" && styles.end)}>
          {at === 0 ? open(column.cell(row)) : column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td className={cx(styles.cell, styles.actions)}>
          <span className={styles.actionsInner}>{rowActions(row)}</span>
        </td>
      )}
    </tr>
  );
}

function MessageRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={span} className={styles.message}>
        <div className={styles.messageInner}>{children}</div>
      </td>
    </tr>
  );
}

function LoadingRows<Row, Id extends string>({
  columns,
  span,
  count,
}: {
  columns: ReadonlyArray<Column<Row, Id>>;
  span: number;
  count: number;
}) {
  const t = useMessages(uiMessages);
  return (
    <>
      <tr>
        <td colSpan={span} className={cx(styles.cell, styles.loading)}>
          {t.loading}
        </td>
      </tr>
      {Array.from({ length: Math.max(0, count - 1) }, (_, at) => (
        <tr key={at} aria-hidden="true">
          {columns.map((column, nth) => (
            <td key={column.id} className={styles.cell}>
              <Skeleton
                width={`${nth === 0 ? 40 + ((at * 17) % 35) : 55}%`}
                end={column.align === "end"}
              />
            </td>
          ))}
          {span > columns.length && <td className={styles.cell} />}
        </tr>
      ))}
    </>
  );
}

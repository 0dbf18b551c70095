import { useCallback, useMemo, useRef, useState, type DragEvent, type ReactNode } from "react";
import { Alert } from "../Alert.tsx";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { EmptyState } from "../EmptyState.tsx";
import { ExportLink } from "../ExportLink.tsx";
import { useMessages } from "../language/LanguageProvider.tsx";
import { uiMessages } from "../messages.ts";
import { NoResults } from "../NoResults.tsx";
import { SharedTooltip } from "../SharedTooltip.tsx";
import { useCoarsePointer, useMinWidth } from "../useMedia.ts";
import { VirtualRows } from "../virtual-rows/VirtualRows.tsx";
import { ListFilters } from "./ListFilters.tsx";
import { ListHeader } from "./ListHeader.tsx";
import { followLink, ListRow, LoadingRow } from "./ListRow.tsx";
import { isSelected, rangeTo, withRows, type RangeStart } from "./selection.ts";
import {
  ROW_HEIGHT,
  TWO_LINES_ROW_HEIGHT,
  WRAPPED_ROW_HEIGHT,
  type ActionsWidth,
  type ListColumn,
  type ListFilter,
  type ListState,
} from "./types.ts";
import { useColumns } from "./useColumns.ts";
import styles from "./ListPanel.module.css";

/** Maximum rows that a list with `own` height shows without scrolling. */
const MAX_OWN_ROWS = 12;
const MIN_OWN_ROWS = 3;
const LOADING_ROWS = 12;
const ACTIONS_WIDTH = 88;

export interface ListPanelProps<Item> {
  /** The list's content, such as "Users", for screen readers. */
  readonly label: string;
  readonly list: ListState<Item>;
  readonly rowKey: (item: Item) => string;
  readonly columns: readonly ListColumn<Item>[];
  /** The label of the search field; without it there is none. */
  readonly searchLabel?: string;
  readonly filters?: readonly ListFilter[];
  /** A further filter below the others. */
  readonly belowFilters?: ReactNode;
  /** Controls at the end of the filters, such as an export. */
  readonly actions?: ReactNode;
  /** Offers all rows as a CSV file; a text replaces the label of the link. */
  readonly csv?: true | string;
  /** The address of a row: the first column links to it, and Enter on the active row or a press on a row follows the link. */
  readonly rowHref?: (item: Item) => string;
  /** Without an address: acts on the row at Enter on the active row, or at a press on it. */
  readonly onOpen?: (item: Item, index: number) => void;
  /** Controls at the end of a row, which stand out on hover and focus. Tab reaches those of the active row. */
  readonly rowActions?: (item: Item) => ReactNode;
  /** The user starts to drag a row by its first column. */
  readonly onDragRow?: (item: Item, event: DragEvent) => void;
  /** The room of those controls: the same number of pixels in all viewports, or one for each kind. */
  readonly actionsWidth?: number | ActionsWidth;
  /** Up to two lines below the first column in narrow viewports. */
  readonly summary?: (item: Item) => ReactNode;
  /** Cells have two lines of text. */
  readonly twoLines?: boolean;
  /** The label of a row's checkbox; without it rows cannot be selected. */
  readonly selectLabel?: (item: Item) => string;
  /** Shown instead of rows if the list is empty without filters. */
  readonly empty?: ReactNode;
  /** `page` fills the rest of the window; `own` is as high as its rows, up to twelve. */
  readonly height?: "page" | "own";
}

/** A change of a range that left out rows, because they were not loaded. */
interface PartlyChanged {
  readonly rows: number;
  /** Of the range; null if its start was not loaded. */
  readonly all: number | null;
}

/** A list of any length: search, filters, sortable and resizable columns, selection, and virtual rows. */
export function ListPanel<Item>(props: ListPanelProps<Item>) {
  const { label, list, rowKey, rowHref, onOpen, onDragRow, rowActions, summary, selectLabel } =
    props;
  const { itemAt, status, total, selection, onShow, onSelect } = list;
  const t = useMessages(uiMessages);
  const isNarrow = !useMinWidth(768);
  const hasSummary = isNarrow && summary !== undefined;
  const columns = useColumns(props.columns, list, hasSummary);
  const actionsWidth = widthIn(props.actionsWidth ?? ACTIONS_WIDTH, isNarrow);
  // A finger cannot hover over a name that is cut off, and a tap follows its link. So names have two lines.
  const wrapsNames = useCoarsePointer() || isNarrow;
  const rowHeight = hasSummary
    ? WRAPPED_ROW_HEIGHT
    : wrapsNames || props.twoLines
      ? TWO_LINES_ROW_HEIGHT
      : ROW_HEIGHT;
  const isStale = status === "loading" && total !== null;

  /** The row that was selected or cleared last. */
  const start = useRef<RangeStart | null>(null);
  const [partly, setPartly] = useState<PartlyChanged | null>(null);
  const select = useCallback(
    (index: number, isIn: boolean, isRange: boolean) => {
      const item = itemAt(index);
      if (item === null) return;
      const key = rowKey(item);
      const from = isRange ? start.current : null;
      start.current = { key, index };
      const range = from && rangeTo(list, rowKey, from, index);
      const keys = range?.keys ?? [key];
      onSelect(withRows(selection, keys, isIn));
      const isPartly = from !== null && keys.length !== range?.length;
      setPartly(isPartly ? { rows: keys.length, all: range?.length ?? null } : null);
    },
    [list, rowKey, selection, itemAt, onSelect],
  );
  const renderRow = useCallback(
    (index: number, _content: unknown, isActive: boolean) => {
      const item = itemAt(index);
      if (item === null)
        return <LoadingRow columns={columns} isSelectable={Boolean(selectLabel)} />;
      return (
        <ListRow
          item={item}
          columns={columns}
          href={rowHref?.(item)}
          onPress={onOpen && (() => onOpen(item, index))}
          onDragStart={onDragRow && ((event) => onDragRow(item, event))}
          summary={hasSummary ? summary(item) : null}
          actions={rowActions?.(item)}
          actionsWidth={actionsWidth}
          isActive={isActive}
          selection={
            selectLabel && {
              label: selectLabel(item),
              isSelected: isSelected(selection, rowKey(item)),
              onSelect: (isIn, isRange) => select(index, isIn, isRange),
            }
          }
        />
      );
    },
    [
      itemAt,
      columns,
      rowHref,
      onOpen,
      onDragRow,
      hasSummary,
      summary,
      rowActions,
      actionsWidth,
      selectLabel,
      selection,
      rowKey,
      select,
    ],
  );
  const rowTraits = useCallback(
    (index: number) => {
      const item = itemAt(index);
      return {
        className: cx(
          styles.row,
          isStale && styles.stale,
          wrapsNames && styles.wraps,
          (rowHref !== undefined || onOpen !== undefined) && styles.live,
        ),
        ...(selectLabel && item !== null && { selected: isSelected(selection, rowKey(item)) }),
      };
    },
    [itemAt, isStale, wrapsNames, rowHref, onOpen, selectLabel, selection, rowKey],
  );
  const panel = useRef<HTMLDivElement>(null);
  const open = (index: number) => {
    const item = itemAt(index);
    if (item === null) return;
    if (rowHref === undefined) onOpen?.(item, index);
    else followLink(panel.current?.querySelector("[data-active]"));
  };
  const toggle = (index: number, isRange: boolean) => {
    const item = itemAt(index);
    if (item === null || !selectLabel) return;
    select(index, !isSelected(selection, rowKey(item)), isRange);
  };
  // The rows of another query start at the top.
  const moved = useMemo(() => (isStale ? { firstVisible: 0, active: -1 } : null), [isStale]);
  const rowCount = total ?? LOADING_ROWS;
  const isOwn = props.height === "own";
  const retry = <Button onClick={list.onRetry}>{t.tryAgain}</Button>;
  const { failure } = list;
  return (
    <div ref={panel} className={styles.panel}>
      <ListFilters
        list={list}
        label={label}
        searchLabel={props.searchLabel}
        filters={props.filters ?? []}
        below={props.belowFilters}
        actions={
          <>
            {props.actions}
            {props.csv !== undefined && list.exportHref !== null && (
              <ExportLink
                href={list.exportHref}
                label={props.csv === true ? undefined : props.csv}
                onExport={list.onExport}
              />
            )}
          </>
        }
      />
      {status === "failed" && failure !== null ? (
        <div role="alert">
          <EmptyState title={t.listFailed} action={retry}>
            {failure}
          </EmptyState>
        </div>
      ) : (
        <div
          className={cx(styles.table, !isOwn && styles.page)}
          style={isOwn ? { height: ownHeight(rowCount, rowHeight) } : undefined}
        >
          <SharedTooltip className={styles.tips}>
            <VirtualRows
              ariaLabel={label}
              className={styles.rows}
              rowCount={rowCount}
              rowHeight={rowHeight}
              busy={status === "loading"}
              multiselectable={selectLabel !== undefined}
              header={
                <ListHeader
                  columns={columns}
                  list={list}
                  isSelectable={selectLabel !== undefined}
                  actionsWidth={rowActions === undefined ? null : actionsWidth}
                />
              }
              renderRow={renderRow}
              rowTraits={rowTraits}
              onWindow={onShow}
              {...((onOpen || rowHref) && { onOpen: open })}
              {...(selectLabel && { onToggle: toggle })}
              moved={moved}
              empty={
                list.hasFilters ? (
                  <NoResults onClear={list.onClear} />
                ) : (
                  (props.empty ?? <p>{t.noRecords}</p>)
                )
              }
            />
          </SharedTooltip>
          {failure !== null ? (
            <div className={styles.failure}>
              <Alert severity="error" title={t.rowsFailed} actions={retry} live>
                {failure}
              </Alert>
            </div>
          ) : (
            partly !== null && (
              <div className={styles.failure}>
                <Alert
                  severity="warning"
                  title={t.rangePartly(partly.rows, partly.all)}
                  onDismiss={() => setPartly(null)}
                  live
                >
                  {t.rangeNotLoaded}
                </Alert>
              </div>
            )
          )}
        </div>
      )}
    </div>
  );
}

function widthIn(width: number | ActionsWidth, isNarrow: boolean): number {
  if (typeof width === "number") return width;
  return isNarrow ? width.narrow : width.wide;
}

/** In pixels, with the header and the border. */
function ownHeight(rowCount: number, rowHeight: number): number {
  const rows = Math.min(rowCount, MAX_OWN_ROWS) * rowHeight;
  return ROW_HEIGHT + Math.max(rows, MIN_OWN_ROWS * ROW_HEIGHT) + 2;
}

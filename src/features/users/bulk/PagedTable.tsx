import { useCallback, useMemo, type ReactNode } from "react";
import { itemAt, pagesState, type Pages } from "../../../kernel/pages.ts";
import { Alert } from "../../../ui/Alert.tsx";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { useSay } from "../../../ui/language/LanguageProvider.tsx";
import { VirtualRows, type VirtualRowsProps } from "../../../ui/virtual-rows/VirtualRows.tsx";
import styles from "./PagedTable.module.css";

interface PagedTableProps<Item> extends Pick<
  VirtualRowsProps,
  "ariaLabel" | "rowHeight" | "header" | "onOpen" | "empty"
> {
  readonly pages: Pages<Item>;
  /** The cells of a row; change its identity only when rows are to be drawn again. */
  readonly renderItem: (item: Item, index: number) => ReactNode;
  /** The cells of a row that has not come. */
  readonly loadingCells: ReactNode;
  /** Rows that stand for a list that was never there yet. */
  readonly loadingRows: number;
  /** Rows to have at hand: from `first` to before `end`. */
  readonly onShow: (rows: { first: number; end: number }) => void;
  readonly failedTitle: string;
  /** Where some rows are there and others could not be loaded. */
  readonly rowsFailedTitle: string;
  readonly againLabel: string;
  readonly onAgain: () => void;
  readonly className?: string;
}

/** A long list of which only the rows in view exist, and whose pages come as they are needed. */
export function PagedTable<Item>(props: PagedTableProps<Item>) {
  const { pages, renderItem, loadingCells, onShow } = props;
  const say = useSay();
  const state = pagesState(pages);
  const isStale = state === "loading";
  const renderRow = useCallback(
    (index: number) => {
      const item = itemAt(pages, index);
      return item === null ? loadingCells : renderItem(item, index);
    },
    [pages, renderItem, loadingCells],
  );
  const rowTraits = useCallback(
    () => ({ className: cx(styles.line, isStale && styles.stale) }),
    [isStale],
  );
  const onWindow = useCallback((first: number, end: number) => onShow({ first, end }), [onShow]);
  // A list of another address begins at its top.
  const moved = useMemo(
    () => (pages.path === null || isStale ? null : { firstVisible: 0, active: -1 }),
    [pages.path, isStale],
  );
  const again = <Button onClick={props.onAgain}>{props.againLabel}</Button>;
  if (state === "failed" && pages.failure) {
    return (
      <EmptyState title={props.failedTitle} action={again}>
        {say(pages.failure.message)}
      </EmptyState>
    );
  }
  return (
    <div className={cx(styles.table, props.className)}>
      <VirtualRows
        ariaLabel={props.ariaLabel}
        className={styles.rows}
        rowCount={pages.total ?? props.loadingRows}
        rowHeight={props.rowHeight}
        busy={isStale}
        header={props.header}
        renderRow={renderRow}
        rowTraits={rowTraits}
        onWindow={onWindow}
        onOpen={props.onOpen}
        moved={moved}
        empty={props.empty}
      />
      {pages.failure && (
        <div className={styles.failure}>
          <Alert severity="error" title={props.rowsFailedTitle} actions={again} live>
            {say(pages.failure.message)}
          </Alert>
        </div>
      )}
    </div>
  );
}

import type { DragEvent, ReactNode } from "react";
import { Checkbox } from "../Checkbox.tsx";
import { cx } from "../cx.ts";
import { useMessages } from "../language/LanguageProvider.tsx";
import { Link } from "../Link.tsx";
import { uiMessages } from "../messages.ts";
import { Skeleton } from "../Skeleton.tsx";
import { RowActions } from "../virtual-rows/RowActions.tsx";
import type { ShownColumn } from "./useColumns.ts";
import styles from "./ListPanel.module.css";

interface RowSelectionProps {
  readonly label: string;
  readonly isSelected: boolean;
  /** @param isRange with the Shift key held: the rows from the last one on are meant, too. */
  readonly onSelect: (isSelected: boolean, isRange: boolean) => void;
}

/** Follows the link of a row as a click on it does. */
export function followLink(row: Element | null | undefined): void {
  row?.querySelector<HTMLAnchorElement>("a[href]")?.click();
}

const CONTROLS = "a, button, input, label";

export function ListRow<Item>({
  item,
  columns,
  href,
  onPress,
  onDragStart,
  summary,
  actions,
  actionsWidth,
  isActive,
  selection,
}: {
  readonly item: Item;
  readonly columns: readonly ShownColumn<Item>[];
  readonly href: string | undefined;
  /** Without an address: a press on the row outside of its controls. */
  readonly onPress: (() => void) | undefined;
  /** The first column can be dragged. */
  readonly onDragStart: ((event: DragEvent) => void) | undefined;
  readonly summary: ReactNode;
  readonly actions: ReactNode;
  /** Pixels. */
  readonly actionsWidth: number;
  readonly isActive: boolean;
  readonly selection: RowSelectionProps | undefined;
}) {
  return (
    <>
      {selection && (
        <div role="gridcell" className={styles.check}>
          <Checkbox
            label={selection.label}
            hideLabel
            tabIndex={-1}
            checked={selection.isSelected}
            onChange={selection.onSelect}
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          className={cx(styles.cell, column.align === "end" && styles.end)}
          style={{ flex: column.flex }}
          {...(at === 0 && onDragStart && { draggable: true, onDragStart })}
          onClick={({ target, currentTarget }) => {
            if (target instanceof Element && target.closest(CONTROLS)) return;
            if (href === undefined) onPress?.();
            else followLink(currentTarget.closest("[role=row]"));
          }}
        >
          {at > 0 ? (
            column.cell(item)
          ) : (
            <div className={styles.name}>
              {href === undefined ? (
                column.cell(item)
              ) : (
                <Link href={href} tabIndex={-1} className={styles.cover}>
                  {column.cell(item)}
                </Link>
              )}
            </div>
          )}
          {at === 0 && summary !== null && <p className={styles.summary}>{summary}</p>}
        </div>
      ))}
      {actions !== undefined && (
        <RowActions isActive={isActive} className={styles.actions} style={{ width: actionsWidth }}>
          {actions}
        </RowActions>
      )}
    </>
  );
}

export function LoadingRow<Item>({
  columns,
  isSelectable,
}: {
  readonly columns: readonly ShownColumn<Item>[];
  readonly isSelectable: boolean;
}) {
  const t = useMessages(uiMessages);
  return (
    <>
      {isSelectable && <div role="gridcell" className={styles.check} />}
      {columns.map(({ id, flex }, at) => (
        <div key={id} role="gridcell" className={styles.cell} style={{ flex }}>
          {at === 0 && <span className="visually-hidden">{t.loading}</span>}
          <Skeleton width="60%" />
        </div>
      ))}
    </>
  );
}

import { useUnit } from "effector-react";
import { useCallback, useEffect, useRef } from "react";
import type { TableRow } from "#workers/analytics/contract.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { SharedTooltip } from "../../../ui/SharedTooltip.tsx";
import { useMinWidth } from "../../../ui/useMedia.ts";
import { VirtualRows, type VirtualRowsHandle } from "../../../ui/virtual-rows/VirtualRows.tsx";
import { uiMessages } from "../../../ui/messages.ts";
import { placeTable } from "./tableQuery.ts";
import { ExportProgress } from "../export/Export.tsx";
import { openHolders as openHoldersOf } from "../../holders/index.ts";
import { $builder, $hints, $scope, collapseResource, toggleRangeTo, toggleRow } from "../model.ts";
import { showRows } from "./scrolling.ts";
import { clearFilters } from "./resourceFilter.ts";
import { describeEmptyTable, hasFilters, resourceAbove } from "./rules.ts";
import { $moved, $rowCount, $window } from "./table.ts";
import { EntitlementCells, LoadingCells, ResourceCells } from "./TableCells.tsx";
import { TableHead } from "./TableHead.tsx";
import { $announcement } from "./announcements.ts";
import { $found, typeAhead } from "./typeAhead.ts";
import { builderMessages } from "../messages.ts";
import styles from "./EntitlementTable.module.css";

/** Pixels: on a wide screen a row has one line, on a phone two; a hint adds one. */
const ROW_HEIGHTS = { wide: 36, phone: 60 };
const HINT_HEIGHT = 20;

const HEAD = <TableHead />;

/** Resources with their entitlements. Only visible rows are rendered. */
export function EntitlementTable() {
  return (
    <section className={styles.table} aria-label={useMessages(builderMessages).table}>
      <SharedTooltip className={styles.tips}>
        <Rows />
      </SharedTooltip>
      <ExportProgress />
      <Announcement />
    </section>
  );
}

function Rows() {
  const { window, rowCount, hints, moved, found, scope, ...actions } = useUnit({
    window: $window,
    rowCount: $rowCount,
    hints: $hints,
    moved: $moved,
    found: $found,
    scope: $scope,
    show: showRows,
    toggle: toggleRow,
    toggleRange: toggleRangeTo,
    collapse: collapseResource,
    place: placeTable,
    type: typeAhead,
    openHolders: openHoldersOf,
  });
  const { show, toggle, toggleRange, collapse, place, type, openHolders } = actions;
  const rowHeight = useMinWidth(480) ? ROW_HEIGHTS.wide : ROW_HEIGHTS.phone;
  const list = useRef<VirtualRowsHandle>(null);
  useEffect(() => {
    if (found !== null) list.current?.setActive(found.position);
  }, [found]);
  const rowAt = (index: number) => window.rows[index - window.firstRow] ?? null;
  const withRow = (act: (row: TableRow) => void) => (index: number) => {
    const row = rowAt(index);
    if (row) act(row);
  };
  const setCollapsed = useCallback(
    (resource: number, collapsed: boolean) => collapse({ resource, collapsed }),
    [collapse],
  );
  const toggleTo = useCallback(
    (row: TableRow, isRange: boolean) =>
      isRange && row.kind === "entitlement" ? toggleRange(row) : toggle(row),
    [toggle, toggleRange],
  );
  const orgOid = scope?.orgOid ?? "";
  const who = useCallback(
    (row: TableRow) => {
      if (row.kind === "entitlement") openHolders({ place: { orgOid, roleOid: row.roleOid } });
    },
    [openHolders, orgOid],
  );
  const renderRow = useCallback(
    (_index: number, row: TableRow | null) => {
      if (row === null) return <LoadingCells />;
      return row.kind === "resource" ? (
        <ResourceCells row={row} onToggle={toggle} onCollapse={setCollapsed} />
      ) : (
        <EntitlementCells row={row} onToggle={toggleTo} onWho={who} />
      );
    },
    [toggle, toggleTo, setCollapsed, who],
  );
  const renderSticky = (index: number) => {
    const row = resourceAbove(window, index);
    return row ? (
      <div className={styles.sticky}>
        <ResourceCells row={row} onToggle={toggle} onCollapse={setCollapsed} />
      </div>
    ) : null;
  };
  const showWindow = useCallback((start: number, end: number) => show({ start, end }), [show]);
  return (
    <VirtualRows<TableRow>
      role="treegrid"
      ariaLabel={useMessages(builderMessages).entitlements}
      className={styles.rows}
      rowCount={rowCount}
      rowHeight={hints ? rowHeight + HINT_HEIGHT : rowHeight}
      header={HEAD}
      contentOf={rowAt}
      renderRow={renderRow}
      renderSticky={renderSticky}
      startsGroup={(index) => rowAt(index)?.kind === "resource"}
      rowTraits={traitsOf}
      onWindow={showWindow}
      onPlace={place}
      moved={moved}
      onType={type}
      ref={list}
      onOpen={withRow(who)}
      onToggle={(index, isRange) => withRow((row) => toggleTo(row, isRange))(index)}
      onCollapse={withRow(({ resource }) => setCollapsed(resource, true))}
      onExpand={withRow(({ resource }) => setCollapsed(resource, false))}
      empty={<EmptyTable onCleared={() => list.current?.focus()} />}
    />
  );
}

function traitsOf(_index: number, row: TableRow | null) {
  if (row === null) return {};
  return row.kind === "resource"
    ? { level: 1, expanded: row.expanded, className: cx(styles.line, styles.resource) }
    : { level: 2, className: styles.line };
}

/** The button disappears with the filters, so the list takes the focus. */
function EmptyTable({ onCleared }: { readonly onCleared: () => void }) {
  const t = useMessages(builderMessages);
  const ui = useMessages(uiMessages);
  const { builder, clear } = useUnit({ builder: $builder, clear: clearFilters });
  return (
    <div className={styles.empty}>
      <p>{ui.noEntries}</p>
      <p className={styles.muted}>{describeEmptyTable(builder, t)}</p>
      {hasFilters(builder) && (
        <Button
          size="small"
          onClick={() => {
            clear();
            onCleared();
          }}
        >
          {ui.clearFilters}
        </Button>
      )}
    </div>
  );
}

/** Announces undo, redo, sorting and filters to assistive technology. */
function Announcement() {
  const { announcement } = useUnit({ announcement: $announcement });
  return (
    <p role="status" className="visually-hidden">
      <span key={announcement.count}>{announcement.text}</span>
    </p>
  );
}

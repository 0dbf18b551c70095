import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useEffect, useMemo, useRef } from "react";
import type { EntitlementTableRow, ResourceRow, TableRow } from "#workers/analytics/contract.ts";
import { cx } from "../../ui/cx.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { PercentBar } from "../../ui/PercentBar.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { VirtualRows, type VirtualRowsHandle } from "../../ui/virtual-rows/VirtualRows.tsx";
import { LOW_COHESION_PERCENT } from "#events/policy/builder.ts";
import { $table, placeTable } from "./evaluation.ts";
import { ExportProgress } from "./Export.tsx";
import { $builder, collapseResource, showRows, tickAllShown, toggleRow } from "./model.ts";
import {
  checkedOf,
  resourceAbove,
  describeEmptyTable,
  describeSelected,
  describeShown,
} from "./rules.ts";
import { SortButton, ariaSort } from "./SortButton.tsx";
import { $found, typeAhead } from "./typeAhead.ts";
import { $said } from "./undoing.ts";
import styles from "./EntitlementTable.module.css";

const ROW_HEIGHT = 36;
const ROW_HEIGHT_WITH_HINT = 56;

/** Resources and below each its entitlements; of all rows only those in view exist. */
export function EntitlementTable() {
  const { evaluation, builder, show, toggle, collapse, tickAll, place, type, found } = useUnit({
    evaluation: $table,
    builder: $builder,
    show: showRows,
    toggle: toggleRow,
    collapse: collapseResource,
    tickAll: tickAllShown,
    place: placeTable,
    type: typeAhead,
    found: $found,
  });
  const list = useRef<VirtualRowsHandle>(null);
  useEffect(() => {
    if (found !== null) list.current?.setActive(found.position);
  }, [found]);
  const rows = evaluation?.rows;
  const firstRow = evaluation?.firstRow ?? 0;
  const rowAt = useCallback(
    (index: number): TableRow | null => rows?.[index - firstRow] ?? null,
    [rows, firstRow],
  );
  const withRow = useCallback(
    (act: (row: TableRow) => void) => (index: number) => {
      const row = rowAt(index);
      if (row) act(row);
    },
    [rowAt],
  );
  const setCollapsed = useCallback(
    (resource: number, collapsed: boolean) => collapse({ resource, collapsed }),
    [collapse],
  );
  const renderRow = useCallback(
    (index: number) => {
      const row = rowAt(index);
      if (row === null) return <LoadingCells />;
      return row.kind === "resource" ? (
        <ResourceCells row={row} onToggle={toggle} onCollapse={setCollapsed} />
      ) : (
        <EntitlementCells row={row} onToggle={toggle} />
      );
    },
    [rowAt, toggle, setCollapsed],
  );
  const renderSticky = useCallback(
    (index: number) => {
      const row = evaluation && resourceAbove(evaluation, index);
      return row ? (
        <div className={styles.sticky}>
          <ResourceCells row={row} onToggle={toggle} onCollapse={setCollapsed} />
        </div>
      ) : null;
    },
    [evaluation, toggle, setCollapsed],
  );
  const rowTraits = useCallback(
    (index: number) => {
      const row = rowAt(index);
      if (row === null) return {};
      return row.kind === "resource"
        ? { level: 1, expanded: row.expanded, className: cx(styles.line, styles.resource) }
        : { level: 2, className: styles.line };
    },
    [rowAt],
  );
  const showWindow = useCallback((start: number, end: number) => show({ start, end }), [show]);
  const startsGroup = useCallback((index: number) => rowAt(index)?.kind === "resource", [rowAt]);
  const onToggle = useMemo(() => withRow(toggle), [withRow, toggle]);
  const onCollapse = useMemo(
    () => withRow(({ resource }) => setCollapsed(resource, true)),
    [withRow, setCollapsed],
  );
  const onExpand = useMemo(
    () => withRow(({ resource }) => setCollapsed(resource, false)),
    [withRow, setCollapsed],
  );
  if (!evaluation) return null;
  const { view } = evaluation;

  return (
    <section className={styles.table} aria-label="Resources and entitlements">
      <SharedTooltip className={styles.tips}>
        <VirtualRows
          role="treegrid"
          ariaLabel="Entitlements"
          className={styles.rows}
          rowCount={view.rowCount}
          rowHeight={builder.hints ? ROW_HEIGHT_WITH_HINT : ROW_HEIGHT}
          header={
            <>
              <div
                role="columnheader"
                className={styles.name}
                aria-sort={ariaSort(builder.sort, "name")}
              >
                <Checkbox
                  className={styles.all}
                  label={`Select all ${describeShown(view)}`}
                  checked={checkedOf(view.shownState)}
                  disabled={view.shown.entitlements === 0}
                  onChange={() => tickAll({ ticked: view.shownState !== "checked" })}
                />
                <SortButton column="name" label="Name" />
              </div>
              <div
                role="columnheader"
                className={styles.percent}
                aria-sort={ariaSort(builder.sort, "percent")}
              >
                <SortButton column="percent" label="Identities" />
              </div>
              <div
                role="columnheader"
                className={styles.mark}
                aria-sort={ariaSort(builder.sort, "inPolicy")}
              >
                <SortButton column="inPolicy" label="Policy" />
              </div>
            </>
          }
          renderRow={renderRow}
          renderSticky={renderSticky}
          startsGroup={startsGroup}
          rowTraits={rowTraits}
          onWindow={showWindow}
          onPlace={place}
          moved={evaluation.moved}
          onType={type}
          ref={list}
          onToggle={onToggle}
          onCollapse={onCollapse}
          onExpand={onExpand}
          empty={
            <div className={styles.empty}>
              <p>No entries match your selection</p>
              <p className={styles.muted}>{describeEmptyTable(builder)}</p>
            </div>
          }
        />
      </SharedTooltip>
      <ExportProgress />
      <Said />
    </section>
  );
}

/** Tells assistive technology what undo, redo and sorting did. */
function Said() {
  const { said } = useUnit({ said: $said });
  return (
    <p role="status" className="visually-hidden">
      <span key={said.count}>{said.text}</span>
    </p>
  );
}

function ResourceCells({
  row,
  onToggle,
  onCollapse,
}: {
  readonly row: ResourceRow;
  readonly onToggle: (row: TableRow) => void;
  readonly onCollapse: (resource: number, collapsed: boolean) => void;
}) {
  const Chevron = row.expanded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div role="gridcell" className={styles.name}>
        <Checkbox
          tabIndex={-1}
          label={row.name}
          hideLabel
          checked={checkedOf(row.state)}
          onChange={() => onToggle(row)}
        />
        <button
          type="button"
          tabIndex={-1}
          className={styles.expander}
          aria-label={`${row.expanded ? "Collapse" : "Expand"} ${row.name}`}
          onClick={() => onCollapse(row.resource, row.expanded)}
        >
          <span className={styles.text} data-tooltip={row.name}>
            {row.name}
          </span>
          <Chevron size={16} aria-hidden="true" />
        </button>
      </div>
      <div role="gridcell" className={styles.selected}>
        {describeSelected(row)}
      </div>
    </>
  );
}

function EntitlementCells({
  row,
  onToggle,
}: {
  readonly row: EntitlementTableRow;
  readonly onToggle: (row: TableRow) => void;
}) {
  return (
    <>
      <div role="gridcell" className={styles.entitlement}>
        <Checkbox
          tabIndex={-1}
          label={row.name}
          hideLabel
          checked={row.ticked}
          onChange={() => onToggle(row)}
        />
        <span className={styles.words}>
          <span className={styles.text} data-tooltip={row.name}>
            {row.name}
          </span>
          {row.hint !== null && (
            <span className={styles.hint} data-tooltip={row.hint}>
              {row.hint}
            </span>
          )}
        </span>
      </div>
      <div role="gridcell" className={styles.percent}>
        <PercentBar
          percent={row.percent}
          tone={row.percent < LOW_COHESION_PERCENT ? "warning" : "accent"}
        />
      </div>
      <div role="gridcell" className={styles.mark}>
        {row.inPolicy && <Tag>in policy</Tag>}
      </div>
    </>
  );
}

function LoadingCells() {
  return (
    <div role="gridcell" className={styles.entitlement} aria-busy="true">
      <span className="visually-hidden">Loading</span>
      <Skeleton width="40%" />
    </div>
  );
}

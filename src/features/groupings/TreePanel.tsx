import { IconChevronDown, IconChevronRight, IconFolder, IconId } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo, useRef, useState, type DragEvent } from "react";
import type { TreeOrg } from "#events/entities/grouping.ts";
import { usePolicySize } from "../../panels/policy-size/usePolicySize.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMinWidth } from "../../ui/useMedia.ts";
import { VirtualRows, type VirtualRowsHandle } from "../../ui/virtual-rows/VirtualRows.tsx";
import { Whole } from "../../ui/Whole.tsx";
import type { Dragging } from "./dragging.ts";
import { groupingMessages, type GroupingMessages } from "./messages.ts";
import { $selection, selectable, selectOrg } from "./selectionModel.ts";
import {
  $hasNoOrgs,
  $isFetching,
  $rows,
  $treeFailure,
  retryTree,
  showRows,
  toggleGroup,
} from "./treeModel.ts";
import { parentRow, type TreeRow } from "./treeRules.ts";
import styles from "./groupings.module.css";

const ROW_HEIGHT = 36;
const SUMMARY_ROW_HEIGHT = 64;

/** The groups as a tree; children load as their rows come into view. */
export function Tree({ dragging }: { readonly dragging: Dragging }) {
  const t = useMessages(groupingMessages);
  const translate = useTranslate();
  const { rows, isFetching, failure, hasNoOrgs, selection, toggle, show, select, retry } = useUnit({
    rows: $rows,
    isFetching: $isFetching,
    failure: $treeFailure,
    hasNoOrgs: $hasNoOrgs,
    selection: $selection,
    toggle: toggleGroup,
    show: showRows,
    select: selectOrg,
    retry: retryTree,
  });
  const handle = useRef<VirtualRowsHandle>(null);
  const [over, setOver] = useState<string | null>(null);
  const isNarrow = !useMinWidth(640);
  const orgAt = (index: number): TreeOrg | null => {
    const row = rows[index];
    return row?.kind === "org" ? row.org : null;
  };
  const setSelected = useCallback(
    (org: TreeOrg, isSelected: boolean) => select({ org: selectable(org), isSelected }),
    [select],
  );
  const renderRow = useCallback(
    (_index: number, row: TreeRow | null) => {
      if (row === null || row.kind === "pending") {
        return <PendingRow depth={row?.depth ?? 1} label={t.loading} />;
      }
      const { org } = row;
      return (
        <OrgRow
          row={row}
          t={t}
          isNarrow={isNarrow}
          isSelected={selection[org.oid] !== undefined}
          isOver={over === org.oid}
          onSelect={(isSelected) => setSelected(org, isSelected)}
          onToggle={() => toggle({ oid: org.oid, open: !row.isOpen })}
          onDragStart={(event) => dragging.startWithOrg(event, selectable(org))}
          onDragOver={(event) => {
            if (!org.isGroup || !dragging.canDropOn(org.oid)) return;
            event.preventDefault();
            setOver(org.oid);
          }}
          onDragLeave={() => setOver((now) => (now === org.oid ? null : now))}
          onDrop={(event) => {
            event.preventDefault();
            setOver(null);
            if (org.isGroup) dragging.dropOn({ oid: org.oid, displayName: org.displayName });
          }}
        />
      );
    },
    [t, isNarrow, selection, over, setSelected, toggle, dragging],
  );
  const rowTraits = useCallback(
    (_index: number, row: TreeRow | null) => ({
      className: cx(styles.row, row?.kind === "org" && row.org.isGroup && styles.groupRow),
      level: row?.depth ?? 1,
      ...(row?.kind === "org" && {
        selected: selection[row.org.oid] !== undefined,
        setSize: row.siblings,
        posInSet: row.position,
        ...(row.org.isGroup && { expanded: row.isOpen }),
      }),
    }),
    [selection],
  );
  const contentOf = useCallback((index: number) => rows[index] ?? null, [rows]);
  const onWindow = useCallback((first: number, end: number) => show({ first, end }), [show]);
  const isEmpty = rows.length === 0;
  const empty = useMemo(() => <EmptyState title={t.noGroups}>{t.noGroupsWhat}</EmptyState>, [t]);
  if (failure !== null && isEmptyTree(rows)) {
    return hasNoOrgs ? (
      <EmptyState title={t.noGroups}>{t.noOrgs}</EmptyState>
    ) : (
      <LoadFailed title={t.failed} reason={translate(failure.reason)} onRetry={() => retry({})} />
    );
  }
  return (
    <>
      {failure !== null && (
        <LoadFailed title={t.failed} reason={translate(failure.reason)} onRetry={() => retry({})} />
      )}
      <VirtualRows<TreeRow>
        ref={handle}
        role="treegrid"
        ariaLabel={t.groups}
        className={styles.rows}
        rowCount={rows.length}
        header={isNarrow ? null : <Header t={t} />}
        rowHeight={isNarrow ? SUMMARY_ROW_HEIGHT : ROW_HEIGHT}
        contentOf={contentOf}
        renderRow={renderRow}
        rowTraits={rowTraits}
        onWindow={onWindow}
        multiselectable
        busy={isFetching && isEmptyTree(rows)}
        onToggle={(index) => {
          const org = orgAt(index);
          if (org) setSelected(org, selection[org.oid] === undefined);
        }}
        onExpand={(index) => {
          const row = rows[index];
          if (row?.kind !== "org" || !row.org.isGroup) return;
          if (row.isOpen) handle.current?.setActive(index + 1);
          else toggle({ oid: row.org.oid, open: true });
        }}
        onCollapse={(index) => {
          const row = rows[index];
          if (row?.kind === "org" && row.isOpen) toggle({ oid: row.org.oid, open: false });
          else {
            const parent = parentRow(rows, index);
            if (parent >= 0) handle.current?.setActive(parent);
          }
        }}
        onOpen={(index) => {
          const row = rows[index];
          if (row?.kind === "org" && row.org.isGroup) {
            toggle({ oid: row.org.oid, open: !row.isOpen });
          }
        }}
        empty={isEmpty ? empty : null}
      />
    </>
  );
}

function Header({ t }: { readonly t: GroupingMessages }) {
  return (
    <>
      <div role="columnheader" className={styles.check}>
        <span className="visually-hidden">{t.columns.selected}</span>
      </div>
      <div role="columnheader" className={styles.nameHeader}>
        {t.columns.name}
      </div>
      {[t.columns.orgs, t.columns.people, t.columns.entitlements].map((label, at) => (
        <div key={label} role="columnheader" className={cx(styles.number, at === 2 && styles.wide)}>
          {label}
        </div>
      ))}
    </>
  );
}

/** Nothing is loaded yet. */
function isEmptyTree(rows: readonly TreeRow[]): boolean {
  return rows.every(({ kind }) => kind === "pending");
}

const indentOf = (depth: number) => ({ paddingInlineStart: 4 + (depth - 1) * 20 });

function OrgRow({
  row: { org, depth, isOpen },
  t,
  isNarrow,
  isSelected,
  isOver,
  onSelect,
  onToggle,
  ...drag
}: {
  readonly row: Extract<TreeRow, { kind: "org" }>;
  readonly t: GroupingMessages;
  readonly isNarrow: boolean;
  readonly isSelected: boolean;
  readonly isOver: boolean;
  readonly onSelect: (isSelected: boolean) => void;
  readonly onToggle: () => void;
  readonly onDragStart: (event: DragEvent) => void;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}) {
  const sizeOf = usePolicySize();
  const facts = [
    org.isGroup ? t.orgs(org.childCount) : null,
    t.people(org.memberCount),
    org.inducementCount === 0 ? null : t.inPolicy(sizeOf(org)),
  ];
  const { count } = useFormats();
  const Icon = org.isGroup ? IconFolder : IconId;
  return (
    <>
      <div role="gridcell" className={styles.check}>
        <Checkbox
          label={t.select(org.displayName)}
          hideLabel
          tabIndex={-1}
          checked={isSelected}
          onChange={onSelect}
        />
      </div>
      <div
        role="gridcell"
        draggable
        className={cx(styles.name, isOver && styles.over)}
        style={indentOf(depth)}
        {...drag}
      >
        {org.isGroup ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.chevron}
            aria-label={isOpen ? t.close(org.displayName) : t.open(org.displayName)}
            onClick={onToggle}
          >
            {isOpen ? (
              <IconChevronDown size={16} aria-hidden="true" />
            ) : (
              <IconChevronRight size={16} aria-hidden="true" />
            )}
          </button>
        ) : (
          <span className={styles.chevron} />
        )}
        <Icon size={16} className={styles.icon} aria-hidden="true" />
        <div className={styles.texts}>
          <span className={styles.text}>
            <Whole text={org.displayName} />
          </span>
          {isNarrow && (
            <span className={styles.summary}>
              <Whole text={facts.filter((fact) => fact !== null).join(" · ")} />
            </span>
          )}
        </div>
      </div>
      {!isNarrow &&
        [org.isGroup ? count(org.childCount) : "", count(org.memberCount), sizeOf(org)].map(
          (text, at) => (
            <div key={at} role="gridcell" className={cx(styles.number, at === 2 && styles.wide)}>
              {text}
            </div>
          ),
        )}
    </>
  );
}

function PendingRow({ depth, label }: { readonly depth: number; readonly label: string }) {
  return (
    <>
      <div role="gridcell" className={styles.check} />
      <div role="gridcell" className={styles.name} style={indentOf(depth)}>
        <span className="visually-hidden">{label}</span>
        <span className={styles.chevron} />
        <Skeleton width="40%" />
      </div>
    </>
  );
}

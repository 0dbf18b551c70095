import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { Inducement } from "#events/entities/org.ts";
import type { Failure } from "#events/kernel/call.ts";
import { retryOrg } from "../../data/orgs/index.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import { uiMessages } from "../../ui/messages.ts";
import { toPolicyBuilder } from "../policy-builder/index.ts";
import { inducedRoles } from "./accessRolesModel.ts";
import { removal } from "./detailModel.ts";
import { openPeriod, periodSubject } from "./periodModel.ts";
import { $detail, $resource } from "./place.ts";
import {
  $policyLayout,
  $policySearch,
  $policyState,
  $shownPolicy,
  filterPolicy,
  retryPolicyList,
  showPolicyRows,
} from "./policyModel.ts";
import { policyRow, startsPart } from "./policyRules.ts";
import { PolicyCells, StickyResource } from "./PolicyCells.tsx";
import { roleMappingMessages } from "./messages.ts";
import styles from "./DetailView.module.css";

export function PolicyPanel() {
  const t = useMessages(roleMappingMessages);
  const ui = useMessages(uiMessages);
  const { list, state, search, resource, change } = useUnit({
    list: $shownPolicy,
    state: $policyState,
    search: $policySearch,
    resource: $resource,
    change: filterPolicy,
  });
  const { counts } = list;
  return (
    <Panel
      title={t.policy}
      context={t.policyWhat}
      flush
      actions={
        <SearchField
          className={styles.search}
          label={t.filterPolicy}
          value={search.text}
          onChange={(text) => change({ text })}
        />
      }
    >
      <div className={styles.policy} aria-busy={state === "loading"}>
        {resource.status === "failed" ? (
          <ResourceFailure />
        ) : state === "failed" ? (
          <ListFailure />
        ) : counts === null ? (
          <LoadingRows />
        ) : (
          <PolicyBody />
        )}
      </div>
      <p className={styles.policyCount} role="status">
        {counts !== null &&
          state === "ready" &&
          (counts.shown === counts.total
            ? ui.inAll(counts.total)
            : ui.shownOf(counts.shown, counts.total))}
      </p>
    </Panel>
  );
}

function PolicyBody() {
  const t = useMessages(roleMappingMessages);
  const ui = useMessages(uiMessages);
  const { list, layout, state, detail, now, change, ask, edit, show } = useUnit({
    list: $shownPolicy,
    layout: $policyLayout,
    state: $policyState,
    detail: $detail,
    change: filterPolicy,
    now: $now,
    ask: removal.open,
    edit: openPeriod,
    show: showPolicyRows,
  });
  const open = useCallback(
    (index: number) => {
      const row = layout && policyRow(list, layout, index);
      if (row?.kind !== "entitlement" || row.inducement === null) return;
      const { id, name, resourceName } = row.inducement;
      ask({ subject: { inducementId: id, name, resourceName } });
    },
    [list, layout, ask],
  );
  const editPeriod = useCallback(
    (inducement: Inducement) => edit({ subject: periodSubject(inducement) }),
    [edit],
  );
  const renderRow = useCallback(
    (index: number, _content: unknown, isActive: boolean) => {
      const row = layout && policyRow(list, layout, index);
      if (!row) return null;
      const orgOid = detail?.oid ?? "";
      return (
        <PolicyCells
          row={row}
          orgOid={orgOid}
          isActive={isActive}
          now={now}
          onPeriod={editPeriod}
          onRemove={() => open(index)}
        />
      );
    },
    [list, layout, open, editPeriod, detail, now],
  );
  const isStale = state === "loading";
  const rowTraits = useCallback(
    (index: number) => ({
      className: cx(
        layout && startsPart(layout, index) ? styles.resourceRow : styles.entitlementRow,
        isStale && styles.stale,
      ),
    }),
    [layout, isStale],
  );
  const onWindow = useCallback((first: number, end: number) => show({ first, end }), [show]);
  const text = list.countsOf?.contains ?? "";
  // The results of another text start at the top.
  const moved = useMemo(() => ({ firstVisible: 0, active: -1, text }), [text]);
  const { counts } = list;
  if (!counts || !layout) return null;
  if (counts.total === 0) return <EmptyPolicy />;
  if (counts.shown === 0) {
    return (
      <EmptyState
        title={ui.noEntries}
        action={
          <Button size="small" onClick={() => change({ text: "" })}>
            {t.clearFilter}
          </Button>
        }
      >
        {t.filterWhat}
      </EmptyState>
    );
  }
  return (
    <SharedTooltip className={styles.tips}>
      <VirtualRows
        ariaLabel={t.policyList}
        rowCount={layout.rowCount}
        renderRow={renderRow}
        renderSticky={(first) => <StickyResource layout={layout} first={first} />}
        rowTraits={rowTraits}
        startsGroup={(index) => startsPart(layout, index)}
        onOpen={open}
        onWindow={onWindow}
        moved={moved}
        busy={isStale}
        className={styles.rows}
      />
    </SharedTooltip>
  );
}

/** The policy grants no entitlement directly: access roles may grant some. */
function EmptyPolicy() {
  const t = useMessages(roleMappingMessages);
  const { detail, resource, roles } = useUnit({
    detail: $detail,
    resource: $resource,
    roles: inducedRoles.$view,
  });
  const hasRoles = resource.value === null && (roles.total ?? 0) > 0;
  const why = resource.value ? t.nothingOf(resource.value.name) : t.noPolicyWhy;
  return (
    <EmptyState
      title={hasRoles ? t.rolesOnly : t.noPolicyYet}
      action={
        <Link
          className={buttonClass("secondary", "small")}
          href={toPolicyBuilder(detail?.oid ?? "", detail?.resourceId ?? null)}
        >
          {t.buildPolicy}
        </Link>
      }
    >
      {hasRoles ? t.rolesOnlyWhy : why}
    </EmptyState>
  );
}

function ListFailure() {
  const t = useMessages(roleMappingMessages);
  const { list, retry } = useUnit({ list: $shownPolicy, retry: retryPolicyList });
  return <LoadFailure title={t.policyFailed} failure={list.failure} onRetry={() => retry({})} />;
}

function ResourceFailure() {
  const t = useMessages(roleMappingMessages);
  const { resource, retry } = useUnit({ resource: $resource, retry: retryOrg });
  return (
    <LoadFailure title={t.resourceFailed} failure={resource.failure} onRetry={() => retry({})} />
  );
}

function LoadFailure({
  title,
  failure,
  onRetry,
}: {
  readonly title: string;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
}) {
  const translate = useTranslate();
  return (
    <div className={styles.notice}>
      <LoadFailed
        title={title}
        reason={failure && translate(reasonOf(failure))}
        onRetry={onRetry}
      />
    </div>
  );
}

function LoadingRows() {
  return (
    <>
      <p className={styles.loading}>{useMessages(uiMessages).loading}</p>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={styles.loading} aria-hidden="true">
          <Skeleton width={`${38 + ((at * 17) % 30)}%`} />
        </div>
      ))}
    </>
  );
}

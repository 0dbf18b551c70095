import { IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import { $currentResource } from "../directory/index.ts";
import { toPolicyBuilder } from "../policy-builder/index.ts";
import {
  $detail,
  $policy,
  $policyFilter,
  askRemoval,
  filterPolicy,
  retryOrg,
} from "./detailModel.ts";
import type { PolicyRow } from "./detailRules.ts";
import styles from "./DetailView.module.css";

/** Names up to this length fit in a row of the narrowest screen, in characters. */
const SURELY_FITS = 24;

export function PolicyPanel() {
  const { policy, filter, current, change } = useUnit({
    policy: $policy,
    filter: $policyFilter,
    current: $currentResource,
    change: filterPolicy,
  });
  return (
    <Panel
      title="Current policy"
      context="What every member is meant to hold"
      flush
      actions={
        <SearchField
          className={styles.search}
          label="Filter policy"
          value={filter}
          onChange={(text) => change({ text })}
        />
      }
    >
      <div className={styles.policy} aria-busy={policy === null}>
        {policy !== null ? (
          <PolicyBody />
        ) : current.status === "Fail" ? (
          <ResourceFailure />
        ) : (
          <LoadingRows />
        )}
      </div>
      <p className={styles.policyCount} role="status">
        {policy !== null &&
          (policy.shown === policy.total
            ? `${formatCount(policy.total)} in all`
            : `${formatCount(policy.shown)} of ${formatCount(policy.total)} shown`)}
      </p>
    </Panel>
  );
}

function PolicyBody() {
  const { policy, detail, current, change, ask } = useUnit({
    policy: $policy,
    detail: $detail,
    current: $currentResource,
    change: filterPolicy,
    ask: askRemoval,
  });
  const rows = policy?.rows;
  const open = useCallback(
    (index: number) => {
      const row = rows?.[index];
      if (row?.kind !== "entitlement") return;
      const { id, name, resourceName } = row.inducement;
      ask({ inducementId: id, name, resourceName });
    },
    [rows, ask],
  );
  const renderRow = useCallback(
    (index: number) => {
      const row = rows?.[index];
      return row ? <PolicyCells row={row} onRemove={() => open(index)} /> : null;
    },
    [rows, open],
  );
  if (!policy || !rows) return null;
  if (policy.total === 0) {
    return (
      <EmptyState
        title="No policy yet"
        action={
          <Link
            className={buttonClass("secondary", "small")}
            href={toPolicyBuilder(detail?.oid ?? "", detail?.resourceId ?? null)}
          >
            Build a policy
          </Link>
        }
      >
        {current.resource
          ? `The policy holds nothing of ${current.resource.name}. The Access Policy Builder shows what the members have in common there.`
          : "The Access Policy Builder shows what the members have in common, and makes a policy of it."}
      </EmptyState>
    );
  }
  if (policy.shown === 0) {
    return (
      <EmptyState
        title="No entries match your selection"
        action={
          <Button size="small" onClick={() => change({ text: "" })}>
            Clear filter
          </Button>
        }
      >
        The filter looks at the names of entitlements and of resources.
      </EmptyState>
    );
  }
  return (
    <SharedTooltip className={styles.tips}>
      <VirtualRows
        ariaLabel="Current policy; Enter removes an entitlement"
        rowCount={rows.length}
        renderRow={renderRow}
        renderSticky={(first) => <StickyResource rows={rows} first={first} />}
        rowTraits={(index) => ({
          className: rows[index]?.kind === "resource" ? styles.resourceRow : styles.entitlementRow,
        })}
        startsGroup={(index) => rows[index]?.kind === "resource"}
        onOpen={open}
        className={styles.rows}
      />
    </SharedTooltip>
  );
}

function PolicyCells({
  row,
  onRemove,
}: {
  readonly row: PolicyRow;
  readonly onRemove: () => void;
}) {
  if (row.kind === "resource") {
    return (
      <>
        <span role="gridcell" className={styles.resource}>
          <Name text={row.name} />
        </span>
        <span role="gridcell" className={styles.count}>
          {formatCount(row.count)}
        </span>
      </>
    );
  }
  const { name } = row.inducement;
  return (
    <>
      <span role="gridcell" className={styles.entitlement}>
        <Name text={name} />
      </span>
      <span role="gridcell" className={styles.remove}>
        <Button
          size="small"
          variant="quiet"
          tabIndex={-1}
          icon={<IconTrash size={14} />}
          aria-label={`Remove ${name}`}
          onClick={onRemove}
        >
          <span className={styles.removeText}>Remove</span>
        </Button>
      </span>
    </>
  );
}

/** A name on one line; one that may be cut off shows whole in the tooltip. */
function Name({ text }: { readonly text: string }) {
  return (
    <span className={styles.name} data-tooltip={text.length > SURELY_FITS ? text : undefined}>
      {text}
    </span>
  );
}

/** The resource that the rows in view belong to. */
function StickyResource({
  rows,
  first,
}: {
  readonly rows: readonly PolicyRow[];
  readonly first: number;
}) {
  const at = rows.findLastIndex((row, index) => index <= first && row.kind === "resource");
  const row = rows[at];
  if (row?.kind !== "resource" || at === first) return null;
  return (
    <div className={styles.sticky}>
      <span className={styles.resource}>
        <Name text={row.name} />
      </span>
      <span className={styles.count}>{formatCount(row.count)}</span>
    </div>
  );
}

function ResourceFailure() {
  const { current, retry } = useUnit({ current: $currentResource, retry: retryOrg });
  return (
    <div className={styles.notice}>
      <Alert
        severity="error"
        title="The resource could not be loaded"
        collapsible={false}
        live
        actions={
          <Button size="small" onClick={() => retry({})}>
            Retry
          </Button>
        }
      >
        {current.failure?.message} Nothing was changed.
      </Alert>
    </div>
  );
}

function LoadingRows() {
  return (
    <>
      <p className={styles.loading}>Loading</p>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={styles.loading} aria-hidden="true">
          <Skeleton width={`${38 + ((at * 17) % 30)}%`} />
        </div>
      ))}
    </>
  );
}

import { IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback } from "react";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useFormats, useSay, useWords } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { VirtualRows } from "../../ui/virtual-rows/VirtualRows.tsx";
import { uiWords } from "../../ui/words.ts";
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
import { LOST_RESOURCE, type PolicyRow } from "./detailRules.ts";
import { roleMappingWords } from "./words.ts";
import styles from "./DetailView.module.css";

/** Names up to this length fit in a row of the narrowest screen, in characters. */
const SURELY_FITS = 24;

export function PolicyPanel() {
  const words = useWords(roleMappingWords);
  const ui = useWords(uiWords);
  const { policy, filter, current, change } = useUnit({
    policy: $policy,
    filter: $policyFilter,
    current: $currentResource,
    change: filterPolicy,
  });
  return (
    <Panel
      title={words.policy}
      context={words.policyWhat}
      flush
      actions={
        <SearchField
          className={styles.search}
          label={words.filterPolicy}
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
            ? ui.inAll(policy.total)
            : ui.shownOf(policy.shown, policy.total))}
      </p>
    </Panel>
  );
}

function PolicyBody() {
  const words = useWords(roleMappingWords);
  const ui = useWords(uiWords);
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
        title={words.noPolicyYet}
        action={
          <Link
            className={buttonClass("secondary", "small")}
            href={toPolicyBuilder(detail?.oid ?? "", detail?.resourceId ?? null)}
          >
            {words.buildPolicy}
          </Link>
        }
      >
        {current.resource ? words.nothingOf(current.resource.name) : words.noPolicyWhy}
      </EmptyState>
    );
  }
  if (policy.shown === 0) {
    return (
      <EmptyState
        title={ui.noEntries}
        action={
          <Button size="small" onClick={() => change({ text: "" })}>
            {words.clearFilter}
          </Button>
        }
      >
        {words.filterWhat}
      </EmptyState>
    );
  }
  return (
    <SharedTooltip className={styles.tips}>
      <VirtualRows
        ariaLabel={words.policyList}
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
  const words = useWords(roleMappingWords);
  const ui = useWords(uiWords);
  const { count } = useFormats();
  if (row.kind === "resource") {
    return (
      <>
        <span role="gridcell" className={styles.resource}>
          <ResourceName name={row.name} />
        </span>
        <span role="gridcell" className={styles.count}>
          {count(row.count)}
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
          aria-label={ui.removeOne(name)}
          onClick={onRemove}
        >
          <span className={styles.removeText}>{words.remove}</span>
        </Button>
      </span>
    </>
  );
}

function ResourceName({ name }: { readonly name: string }) {
  const say = useSay();
  return <Name text={name === LOST_RESOURCE ? say(name) : name} />;
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
  const { count } = useFormats();
  const at = rows.findLastIndex((row, index) => index <= first && row.kind === "resource");
  const row = rows[at];
  if (row?.kind !== "resource" || at === first) return null;
  return (
    <div className={styles.sticky}>
      <span className={styles.resource}>
        <ResourceName name={row.name} />
      </span>
      <span className={styles.count}>{count(row.count)}</span>
    </div>
  );
}

function ResourceFailure() {
  const words = useWords(roleMappingWords);
  const say = useSay();
  const { current, retry } = useUnit({ current: $currentResource, retry: retryOrg });
  return (
    <div className={styles.notice}>
      <Alert
        severity="error"
        title={words.resourceFailed}
        collapsible={false}
        live
        actions={
          <Button size="small" onClick={() => retry({})}>
            {words.retry}
          </Button>
        }
      >
        {words.nothingChangedBy(say(current.failure?.message ?? ""))}
      </Alert>
    </div>
  );
}

function LoadingRows() {
  return (
    <>
      <p className={styles.loading}>{useWords(uiWords).loading}</p>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} className={styles.loading} aria-hidden="true">
          <Skeleton width={`${38 + ((at * 17) % 30)}%`} />
        </div>
      ))}
    </>
  );
}

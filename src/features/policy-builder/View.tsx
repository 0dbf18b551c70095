import { IconRefresh } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useDeferredValue } from "react";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatCount } from "../../ui/format.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Link } from "../../ui/Link.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { $currentOrg } from "../orgs/index.ts";
import { toRoleMapping, toRoleMappingDetail } from "../role-mapping/index.ts";
import { $applying, applyPolicy } from "./applying.ts";
import { Banner } from "./Banners.tsx";
import { EntitlementTable } from "./EntitlementTable.tsx";
import { Filters } from "./Filters.tsx";
import { $scope } from "./model.ts";
import { $refreshHeld, askRefresh, confirmRefresh, dropRefresh } from "./refreshing.ts";
import { deleteCall, retryReport } from "./report.ts";
import { FilterBones, ReportProgress, ThresholdBones } from "./ReportProgress.tsx";
import { $applySummary, $failure, $phase, $ready, $summary, type Phase } from "./shown.ts";
import { Threshold } from "./Threshold.tsx";
import "./unsaved.ts";
import { useStages } from "./useStages.ts";
import styles from "./View.module.css";

export function View() {
  const { phase: now } = useUnit({ phase: $phase });
  // The report is drawn bit by bit while its progress is still seen; all else at once.
  const drawn = useDeferredValue(now);
  const phase = now === "table" || now === "empty" ? drawn : now;
  if (phase === "orgMissing") return <OrgMissing />;
  const isReady = phase === "table" || phase === "empty";
  return (
    <div className={styles.page}>
      <Header isReady={isReady} />
      <RefreshQuestion />
      {isReady && <Banner kind="unlinkedAccounts" />}
      <Body phase={phase} />
    </div>
  );
}

function Body({ phase }: { readonly phase: Exclude<Phase, "orgMissing"> }) {
  switch (phase) {
    case "failed":
      return <ReportFailure />;
    case "loading":
      return <ReportProgress />;
    case "empty":
    case "table":
      return <Report isEmpty={phase === "empty"} />;
    default:
      return phase satisfies never;
  }
}

/** The table first, as it is what everybody waits for; bones keep the place of what follows. */
function Report({ isEmpty }: { readonly isEmpty: boolean }) {
  const stage = useStages(2);
  return (
    <>
      {stage < 2 ? <ThresholdBones /> : <Threshold />}
      <Banner kind="lowCohesion" />
      {stage < 1 ? <FilterBones /> : <Filters />}
      {isEmpty ? <EmptyReport /> : <EntitlementTable />}
      <Footer />
    </>
  );
}

/** @param isReady the report is drawn: what is said of it moves all that is below, and comes with it */
function Header({ isReady }: { readonly isReady: boolean }) {
  const { current, scope, summary, now, refresh, deleting } = useUnit({
    current: $currentOrg,
    scope: $scope,
    summary: $summary,
    now: $now,
    refresh: askRefresh,
    deleting: deleteCall.$status,
  });
  const name = current.org?.displayName ?? "…";
  const resourceId = scope?.resourceId ?? null;
  const oid = scope?.orgOid ?? "";
  return (
    <PageHeader
      title={name}
      breadcrumbs={[
        { label: "Dashboard", href: "/dashboard" },
        { label: "Role Mapping", href: toRoleMapping(resourceId) },
        { label: name, href: toRoleMappingDetail(oid, resourceId) },
        { label: "Access Policy Builder" },
      ]}
      context={
        isReady && summary ? (
          <span className={styles.context}>
            {formatCount(summary.totalUsers)} identities
            {resourceId !== null && summary.resources[0] && (
              <> · {summary.resources[0].name} only</>
            )}
            <span className={styles.stamp}>
              Updated <RelativeTime at={Date.parse(summary.reportDate)} now={now} />
            </span>
            <IconButton
              label="Refresh report"
              icon={<IconRefresh size={16} />}
              size="small"
              busy={deleting === "InProgress"}
              onClick={() => refresh({})}
            />
          </span>
        ) : null
      }
      actions={<Actions />}
    />
  );
}

function RefreshQuestion() {
  const { held, confirm, drop } = useUnit({
    held: $refreshHeld,
    confirm: confirmRefresh,
    drop: dropRefresh,
  });
  return (
    <ConfirmModal
      open={held}
      title="Refresh the report?"
      message="What you ticked and did not apply is lost: the new report begins with everything ticked."
      continueLabel="Refresh"
      cancelLabel="Keep my ticks"
      danger
      onContinue={() => confirm({})}
      onClose={() => drop({})}
    />
  );
}

/** Cancel and apply, as they stand above and below the table. */
function Actions() {
  const { scope, applying, ready, apply } = useUnit({
    scope: $scope,
    applying: $applying,
    ready: $ready,
    apply: applyPolicy,
  });
  return (
    <>
      <Link
        className={buttonClass("secondary")}
        href={toRoleMappingDetail(scope?.orgOid ?? "", scope?.resourceId ?? null)}
      >
        Cancel
      </Link>
      <Button variant="primary" busy={applying} disabled={!ready} onClick={() => apply({})}>
        Apply To Policy
      </Button>
    </>
  );
}

function Footer() {
  return (
    <footer className={styles.footer}>
      <ApplySummary />
      <div className={styles.footerActions}>
        <Actions />
      </div>
    </footer>
  );
}

function ApplySummary() {
  const { text } = useUnit({ text: $applySummary });
  return <p role="status">{text}</p>;
}

function ReportFailure() {
  const { message, retry } = useUnit({ message: $failure, retry: retryReport });
  return (
    <Alert severity="error" title="The report could not be made" collapsible={false} live>
      <p>{message}</p>
      <p>The policy is as it was. Try again; if it fails again, tell your support this message.</p>
      <Button onClick={() => retry({})}>Try again</Button>
    </Alert>
  );
}

function EmptyReport() {
  const { summary } = useUnit({ summary: $summary });
  return summary?.totalUsers === 0 ? (
    <EmptyState title="No identities">
      No identity is assigned to this org or to one below it, so there is nothing to mine.
    </EmptyState>
  ) : (
    <EmptyState title="No entitlements">
      No identity of this org holds an entitlement here, so there is nothing to mine.
    </EmptyState>
  );
}

function OrgMissing() {
  const { scope } = useUnit({ scope: $scope });
  return (
    <EmptyState
      title="Org not found"
      action={
        <Link className={buttonClass("primary")} href={toRoleMapping(scope?.resourceId ?? null)}>
          Back to Role Mapping
        </Link>
      }
    >
      There is no org at this address, or it belongs to another client. Nothing was changed.
    </EmptyState>
  );
}

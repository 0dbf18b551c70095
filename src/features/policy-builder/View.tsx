import { IconRefresh } from "@tabler/icons-react";
import { useUnit } from "effector-react";
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
import { Controls } from "./Controls.tsx";
import { EntitlementTable } from "./EntitlementTable.tsx";
import { $evaluation, $evaluationFailure } from "./evaluation.ts";
import { $scope } from "./model.ts";
import { $refreshHeld, askRefresh, confirmRefresh, dropRefresh } from "./refreshing.ts";
import { $polling, deleteCall, retryReport } from "./report.ts";
import { ReportProgress } from "./ReportProgress.tsx";
import { summarizeApply } from "./rules.ts";
import styles from "./View.module.css";

export function View() {
  const { current, evaluation, failure, polling } = useUnit({
    current: $currentOrg,
    evaluation: $evaluation,
    failure: $evaluationFailure,
    polling: $polling,
  });
  if (current.status === "Fail" && current.org === null) return <OrgMissing />;
  const broken = polling.failure ?? failure;
  return (
    <div className={styles.page}>
      <Header />
      <RefreshQuestion />
      <Banner kind="unlinkedAccounts" />
      {broken !== null && <ReportFailure message={broken} />}
      {broken === null && evaluation === null && <ReportProgress />}
      {broken === null && evaluation !== null && (
        <>
          <Controls />
          {evaluation.summary.entitlements === 0 ? <EmptyReport /> : <EntitlementTable />}
          <Footer />
        </>
      )}
    </div>
  );
}

function Header() {
  const { current, scope, evaluation, now, refresh, deleting } = useUnit({
    current: $currentOrg,
    scope: $scope,
    evaluation: $evaluation,
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
        evaluation ? (
          <span className={styles.context}>
            {formatCount(evaluation.summary.totalUsers)} identities
            {resourceId !== null && evaluation.summary.resources[0] && (
              <> · {evaluation.summary.resources[0].name} only</>
            )}
            <span className={styles.stamp}>
              Updated <RelativeTime at={Date.parse(evaluation.summary.reportDate)} now={now} />
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
    ready: $evaluation.map((evaluation) => evaluation !== null),
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
  const { evaluation } = useUnit({ evaluation: $evaluation });
  return (
    <footer className={styles.footer}>
      <p role="status">{evaluation && summarizeApply(evaluation.view)}</p>
      <div className={styles.footerActions}>
        <Actions />
      </div>
    </footer>
  );
}

function ReportFailure({ message }: { readonly message: string }) {
  const { retry } = useUnit({ retry: retryReport });
  return (
    <Alert severity="error" title="The report could not be made" collapsible={false} live>
      <p>{message}</p>
      <p>The policy is as it was. Try again; if it fails again, tell your support this message.</p>
      <Button onClick={() => retry({})}>Try again</Button>
    </Alert>
  );
}

function EmptyReport() {
  const { evaluation } = useUnit({ evaluation: $evaluation });
  return evaluation?.summary.totalUsers === 0 ? (
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

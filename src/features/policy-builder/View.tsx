import { IconRefresh } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useDeferredValue } from "react";
import { message } from "#events/messages/message.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { ConfirmModal } from "../../ui/Modal.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { $currentOrg, $org, retryOrg } from "../../data/orgs/index.ts";
import { HoldersDialog } from "../holders/index.ts";
import { toRoleMapping, toRoleMappingDetail } from "../role-mapping/index.ts";
import { $applying, applyPolicy } from "./apply/apply.ts";
import { ApplyDialog } from "./apply/ApplyDialog.tsx";
import { $applyFailure } from "./apply/failure.ts";
import { LowCohesion, PolicyNotice, UnlinkedAccounts } from "./report/Banners.tsx";
import { EntitlementTable } from "./table/EntitlementTable.tsx";
import { Filters } from "./table/Filters.tsx";
import { $scope } from "./model.ts";
import { $refreshHeld, openRefreshDialog, confirmRefresh, dropRefresh } from "./report/refresh.ts";
import { deleteCall, retryReport } from "./report/report.ts";
import { FilterBones, ReportProgress, ThresholdBones } from "./report/ReportProgress.tsx";
import { $failure, $phase, $ready, $summary, type Phase } from "./report/phase.ts";
import { $applySummary } from "./apply/summary.ts";
import { Threshold } from "./threshold/Threshold.tsx";
import "./selection/unsaved.ts";
import { useProgressiveRender } from "./table/useProgressiveRender.ts";
import { builderMessages } from "./messages.ts";
import styles from "./View.module.css";

export function View() {
  const { phase: now } = useUnit({ phase: $phase });
  // The report renders progressively while its progress is still visible; everything else renders immediately.
  const drawn = useDeferredValue(now);
  const phase = now === "table" || now === "empty" ? drawn : now;
  if (phase === "orgMissing") return <OrgMissing />;
  if (phase === "orgFailed") return <OrgFailed />;
  const isReady = phase === "table" || phase === "empty";
  return (
    <div className={styles.page}>
      <Header isReady={isReady} />
      <RefreshQuestion />
      {isReady && <PolicyNotice />}
      {isReady && <UnlinkedAccounts />}
      <Body phase={phase} />
      <ApplyDialog />
      <HoldersDialog />
    </div>
  );
}

function Body({ phase }: { readonly phase: Exclude<Phase, "orgMissing" | "orgFailed"> }) {
  switch (phase) {
    // The replay itself reports errors.
    case "leftOut":
      return null;
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

/** The table renders first, because users wait for it. Skeletons reserve the space of the rest. */
function Report({ isEmpty }: { readonly isEmpty: boolean }) {
  const stage = useProgressiveRender(2);
  return (
    <>
      {stage < 2 ? <ThresholdBones /> : <Threshold />}
      {!isEmpty && <LowCohesion />}
      {stage < 1 ? <FilterBones /> : <Filters />}
      {isEmpty ? <EmptyReport /> : <EntitlementTable />}
      <Footer />
    </>
  );
}

/** @param isReady the report is rendered; texts about it would shift the content below and render with it */
function Header({ isReady }: { readonly isReady: boolean }) {
  const t = useMessages(builderMessages);
  const { org, scope, summary, now, refresh, deleting } = useUnit({
    org: $org,
    scope: $scope,
    summary: $summary,
    now: $now,
    refresh: openRefreshDialog,
    deleting: deleteCall.$status,
  });
  const name = org?.displayName ?? "…";
  const resourceId = scope?.resourceId ?? null;
  return (
    <PageHeader
      title={name}
      context={
        isReady && summary ? (
          <span className={styles.context}>
            {t.identities(summary.totalUsers)}
            {resourceId !== null && summary.resources[0] && (
              <> · {t.only(summary.resources[0].name)}</>
            )}
            <span className={styles.stamp}>
              <span>
                {t.updated} <RelativeTime at={Date.parse(summary.reportDate)} now={now} />
              </span>
              <IconButton
                label={t.refreshReport}
                icon={<IconRefresh size={16} />}
                size="small"
                busy={deleting === "InProgress"}
                onClick={() => refresh({})}
              />
            </span>
          </span>
        ) : null
      }
      actions={<Actions />}
    />
  );
}

function RefreshQuestion() {
  const t = useMessages(builderMessages);
  const { held, confirm, drop } = useUnit({
    held: $refreshHeld,
    confirm: confirmRefresh,
    drop: dropRefresh,
  });
  return (
    <ConfirmModal
      open={held}
      title={t.refreshTitle}
      message={t.refreshWhat}
      continueLabel={t.refresh}
      cancelLabel={t.keepChanges}
      danger
      onContinue={() => confirm({})}
      onClose={() => drop({})}
    />
  );
}

/** Cancel and apply, above and below the table. */
function Actions() {
  const t = useMessages(builderMessages);
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
        {t.cancel}
      </Link>
      <Button variant="primary" busy={applying} disabled={!ready} onClick={() => apply({})}>
        {t.apply}
      </Button>
    </>
  );
}

function Footer() {
  return (
    <footer className={styles.footer} data-bottom-bar>
      <ApplyFailure />
      <ApplySummary />
      <div className={styles.footerActions}>
        <Actions />
      </div>
    </footer>
  );
}

/** Shown at both Apply buttons, because either can be pressed. */
function ApplyFailure() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { reason } = useUnit({ reason: $applyFailure });
  if (reason === null) return null;
  return (
    <div className={styles.failure}>
      <Alert severity="error" title={translate(message("builder.applyFailed"))} live>
        {t.applyFailedWhy(translate(reason))}
      </Alert>
    </div>
  );
}

function ApplySummary() {
  const { text } = useUnit({ text: $applySummary });
  return <p role="status">{text}</p>;
}

function ReportFailure() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { reason, retry } = useUnit({ reason: $failure, retry: retryReport });
  return (
    <Alert severity="error" title={t.reportFailed} live>
      <p>{reason && translate(reason)}</p>
      <p>{t.reportFailedWhat}</p>
      <Button onClick={() => retry({})}>{t.again}</Button>
    </Alert>
  );
}

function EmptyReport() {
  const t = useMessages(builderMessages);
  const { summary } = useUnit({ summary: $summary });
  return summary?.totalUsers === 0 ? (
    <EmptyState title={t.noIdentities}>{t.noIdentitiesWhy}</EmptyState>
  ) : (
    <EmptyState title={t.noEntitlements}>{t.noEntitlementsWhy}</EmptyState>
  );
}

function OrgMissing() {
  const t = useMessages(builderMessages);
  const { scope } = useUnit({ scope: $scope });
  return (
    <EmptyState
      title={t.orgMissing}
      action={
        <Link className={buttonClass("primary")} href={toRoleMapping(scope?.resourceId ?? null)}>
          {t.back}
        </Link>
      }
    >
      {t.orgMissingWhy}
    </EmptyState>
  );
}

/** The org could not be loaded, although it may exist. */
function OrgFailed() {
  const t = useMessages(builderMessages);
  const translate = useTranslate();
  const { scope, org, retry } = useUnit({ scope: $scope, org: $currentOrg, retry: retryOrg });
  return (
    <div role="alert">
      <EmptyState
        title={t.orgFailed}
        action={
          <div className={styles.ways}>
            <Button variant="primary" busy={org.isBusy} onClick={() => retry({})}>
              {t.again}
            </Button>
            <Link
              className={buttonClass("secondary")}
              href={toRoleMapping(scope?.resourceId ?? null)}
            >
              {t.back}
            </Link>
          </div>
        }
      >
        {org.failure && translate(reasonOf(org.failure))}
      </EmptyState>
    </div>
  );
}

import { useUnit } from "effector-react";
import { lazy, Suspense } from "react";
import type { ReportDetail } from "#events/entities/report.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { isMissing } from "../../kernel/calls.ts";
import { NotLoaded } from "../../panels/NotLoaded.tsx";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { TitleSkeleton } from "../../ui/TitleSkeleton.tsx";
import { CHART_SPACE } from "../../ui/bar-chart/chartSpace.ts";
import { Forbidden } from "./Forbidden.tsx";
import { cancellation, deletion } from "./listModel.ts";
import { reportMessages } from "./messages.ts";
import { $report, retryReport } from "./reportModel.ts";
import { RowsPanel } from "./RowsPanel.tsx";
import { reportsRoute } from "./route.ts";
import { isPending } from "./rules.ts";
import { scopeText } from "./texts.ts";
import styles from "./reports.module.css";

const BarChart = lazy(async () => {
  const module = await import("../../ui/bar-chart/BarChart.tsx");
  return { default: module.BarChart };
});

export function View() {
  const t = useMessages(reportMessages);
  const { maySee, report, retry } = useUnit({
    maySee: $mapsAllRoles,
    report: $report,
    retry: retryReport,
  });
  if (!maySee) {
    return (
      <div className={styles.report}>
        <PageHeader title={t.title} />
        <Forbidden />
      </div>
    );
  }
  if (report.status === "failed") {
    return (
      <div className={styles.report}>
        <PageHeader title={isMissing(report.failure) ? t.missing : t.failed} />
        <NotLoaded
          failure={report.failure}
          missing={t.missingWhy}
          failed={t.failed}
          back={{ href: reportsRoute.path, label: t.back }}
          onRetry={() => retry({})}
        />
      </div>
    );
  }
  const { value } = report;
  return (
    <div className={styles.report}>
      <Header report={value} />
      {value === null && <Skeleton height={CHART_SPACE} />}
      {value !== null && isPending(value) && <Progress report={value} />}
      {value?.status === "failed" && (
        <Alert severity="error" title={t.statuses.failed}>
          {t.failures[value.failure ?? "error"]}
        </Alert>
      )}
      {value?.status === "cancelled" && <Alert severity="info" title={t.statuses.cancelled} />}
      {value?.status === "ready" && (
        <>
          <Chart report={value} />
          <RowsPanel reportId={value.id} kind={value.kind} orgOid={value.orgOid} />
        </>
      )}
      <Dialogs />
    </div>
  );
}

function Header({ report }: { readonly report: ReportDetail | null }) {
  const t = useMessages(reportMessages);
  const { moment } = useFormats();
  const ask = useUnit(deletion.open);
  if (report === null) {
    return <PageHeader title={<TitleSkeleton label={t.loading} />} context={null} />;
  }
  const { id, kind, finishedAt, requestedAt, author } = report;
  const at = moment(Date.parse(finishedAt ?? requestedAt));
  return (
    <PageHeader
      title={t.kinds[kind]}
      context={`${scopeText(report, t)} · ${t.asOf(at, author)}`}
      actions={<Button onClick={() => ask({ subject: { reportId: id } })}>{t.delete}</Button>}
    />
  );
}

function Progress({ report }: { readonly report: ReportDetail }) {
  const t = useMessages(reportMessages);
  const ask = useUnit(cancellation.open);
  const isRunning = report.status === "running";
  return (
    <Panel title={t.statuses[report.status]} context={isRunning ? t.making : t.waiting}>
      <div className={styles.progress}>
        <ProgressBar
          label={t.progress}
          percent={isRunning ? report.progress : null}
          text={isRunning ? t.progressText(report.progress) : t.statuses.queued}
        />
        <Button onClick={() => ask({ subject: { reportId: report.id } })}>{t.cancel}</Button>
      </div>
    </Panel>
  );
}

function Chart({ report: { kind, chart } }: { readonly report: ReportDetail }) {
  const t = useMessages(reportMessages);
  const bars = chart?.bars ?? [];
  const isEmpty = bars.every(({ values }) => values.every((value) => value === 0));
  return (
    <Panel title={t.chart} context={t.chartTitles[kind]}>
      {isEmpty ? (
        <p>{t.noChart}</p>
      ) : (
        <Suspense fallback={<Skeleton height={CHART_SPACE} />}>
          <BarChart
            label={t.chartTitles[kind]}
            barHeader={t.bar}
            series={t.chartSeries[kind]}
            bars={bars}
          />
        </Suspense>
      )}
      {chart !== null && chart.more > 0 && (
        <p className={styles.muted}>{t.chartMore(chart.more)}</p>
      )}
    </Panel>
  );
}

function Dialogs() {
  const t = useMessages(reportMessages);
  const cancelling = useConfirmation(cancellation);
  const deleting = useConfirmation(deletion);
  return (
    <>
      <ConfirmDialog
        dialog={cancelling}
        title={t.cancelTitle}
        description={t.cancelWhat}
        confirmLabel={t.cancel}
        cancelLabel={t.keep}
        failedTitle={t.notCancelled}
      />
      <ConfirmDialog
        dialog={deleting}
        title={t.deleteTitle}
        description={t.deleteWhat}
        confirmLabel={t.delete}
        failedTitle={t.notDeleted}
      />
    </>
  );
}

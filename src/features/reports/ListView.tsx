import { IconCalendarTime, IconPlus } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import { REPORT_KINDS, type Report } from "#events/entities/report.ts";
import { $mapsAllRoles } from "../../data/session/index.ts";
import { $now } from "../../kernel/clock.ts";
import { useConfirmation, useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { RELATIVE_TIME_WIDTH, type ListColumn } from "../../ui/list-panel/types.ts";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { Forbidden } from "./Forbidden.tsx";
import { reportForm, scheduleForm } from "./formModel.ts";
import { deletion, reportList } from "./listModel.ts";
import { reportMessages, type ReportMessages } from "./messages.ts";
import { ReportDialog, ScheduleDialog } from "./ReportDialogs.tsx";
import { toReport } from "./route.ts";
import { isPending } from "./rules.ts";
import { SchedulesPanel } from "./SchedulesPanel.tsx";
import { scopeText } from "./texts.ts";
import styles from "./reports.module.css";

export function View() {
  const t = useMessages(reportMessages);
  const { maySee, create, plan } = useUnit({
    maySee: $mapsAllRoles,
    create: reportForm.toggle,
    plan: scheduleForm.toggle,
  });
  return (
    <div className={styles.page}>
      <PageHeader
        title={t.title}
        context={t.context}
        actions={
          maySee && (
            <>
              <Button icon={<IconCalendarTime size={16} />} onClick={() => plan({ open: true })}>
                {t.schedule}
              </Button>
              <Button
                variant="primary"
                icon={<IconPlus size={16} />}
                onClick={() => create({ open: true })}
              >
                {t.newReport}
              </Button>
            </>
          )
        }
      />
      {maySee ? (
        <>
          <Reports />
          <SchedulesPanel />
          <ReportDialog />
          <ScheduleDialog />
        </>
      ) : (
        <Forbidden />
      )}
    </div>
  );
}

function Reports() {
  const t = useMessages(reportMessages);
  const list = useList(reportList);
  const { now, ask } = useUnit({ now: $now, ask: deletion.open });
  const columns = useMemo(() => columnsOf(t, now), [t, now]);
  const rowActions = useCallback(
    (report: Report) => (
      <Button
        size="small"
        variant="quiet"
        aria-label={t.deleteOne(`${t.kinds[report.kind]}, ${scopeText(report, t)}`)}
        onClick={() => ask({ subject: { reportId: report.id } })}
      >
        {t.delete}
      </Button>
    ),
    [t, ask],
  );
  const dialog = useConfirmation(deletion);
  return (
    <SharedTooltip className={styles.tips}>
      <ListPanel
        label={t.reports}
        list={list}
        rowKey={keyOf}
        rowHref={hrefOf}
        columns={columns}
        rowActions={rowActions}
        actionsWidth={104}
        summary={(report) => (
          <>
            <Status report={report} /> · <Whole text={scopeText(report, t)} />
          </>
        )}
        filters={[
          {
            field: "kind",
            kind: "select",
            label: t.kindLabel,
            options: [
              { value: "all", label: t.everyKind },
              ...REPORT_KINDS.map((value) => ({ value, label: t.kinds[value] })),
            ],
          },
        ]}
        empty={<p>{t.noReports}</p>}
        height="own"
      />
      <ConfirmDialog
        dialog={dialog}
        title={t.deleteTitle}
        description={t.deleteWhat}
        confirmLabel={t.delete}
        failedTitle={t.notDeleted}
      />
    </SharedTooltip>
  );
}

const keyOf = ({ id }: Report) => id;
const hrefOf = ({ id }: Report) => toReport(id);

function columnsOf(t: ReportMessages, now: number): readonly ListColumn<Report>[] {
  return [
    {
      id: "kind",
      header: t.columns.kind,
      grow: 4,
      cell: ({ kind, isScheduled }) => (
        <>
          <Whole text={t.kinds[kind]} /> {isScheduled && <Tag>{t.scheduled}</Tag>}
        </>
      ),
    },
    {
      id: "scope",
      header: t.columns.scope,
      grow: 3.6,
      priority: 2,
      cell: (report) => <Whole text={scopeText(report, t)} />,
    },
    {
      id: "status",
      header: t.columns.status,
      width: 148,
      priority: 2,
      cell: (report) => <Status report={report} />,
    },
    {
      id: "author",
      header: t.columns.author,
      width: 104,
      priority: 3,
      cell: ({ author }) => <Whole text={author} />,
    },
    {
      id: "requestedAt",
      header: t.columns.requested,
      priority: 2,
      width: RELATIVE_TIME_WIDTH,
      cell: ({ requestedAt }) => <RelativeTime at={Date.parse(requestedAt)} now={now} inRow />,
    },
  ];
}

function Status({ report }: { readonly report: Report }) {
  const t = useMessages(reportMessages);
  const { status, progress, rowCount } = report;
  if (status === "ready") return t.rowCount(rowCount);
  if (isPending(report)) {
    return status === "running"
      ? `${t.statuses.running} · ${t.progressText(progress)}`
      : t.statuses.queued;
  }
  return <Tag {...(status === "failed" && { tone: "warning" })}>{t.statuses[status]}</Tag>;
}

import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ReportSchedule } from "#events/entities/report.ts";
import { useConfirmation, useList } from "../../panels/useUnits.ts";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import type { ListColumn } from "../../ui/list-panel/types.ts";
import { Panel } from "../../ui/Panel.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { SharedTooltip } from "../../ui/SharedTooltip.tsx";
import { editSchedule } from "./formModel.ts";
import { scheduleDeletion, scheduleList } from "./listModel.ts";
import { reportMessages, type ReportMessages } from "./messages.ts";
import { ScheduleChangeDialog } from "./ReportDialogs.tsx";
import { scopeText } from "./texts.ts";

/** The reports that run regularly. */
export function SchedulesPanel() {
  const t = useMessages(reportMessages);
  const formats = useFormats();
  const list = useList(scheduleList);
  const { ask, edit } = useUnit({ ask: scheduleDeletion.open, edit: editSchedule });
  const columns = useMemo(() => columnsOf(t, formats), [t, formats]);
  const rowActions = useCallback(
    ({ id, kind }: ReportSchedule) => (
      <>
        <Button
          size="small"
          variant="quiet"
          icon={<IconPencil size={14} />}
          iconOnPhones
          aria-label={t.editOne(t.kinds[kind])}
          onClick={() => edit({ scheduleId: id })}
        >
          {t.edit}
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<IconTrash size={14} />}
          iconOnPhones
          aria-label={t.deleteOne(t.kinds[kind])}
          onClick={() => ask({ subject: { scheduleId: id } })}
        >
          {t.delete}
        </Button>
      </>
    ),
    [t, ask, edit],
  );
  const dialog = useConfirmation(scheduleDeletion);
  return (
    <Panel title={t.schedules} context={t.schedulesWhat}>
      <SharedTooltip>
        <ListPanel
          label={t.schedules}
          list={list}
          rowKey={keyOf}
          columns={columns}
          rowActions={rowActions}
          actionsWidth={{ wide: 224, narrow: 104 }}
          summary={(schedule) => (
            <Whole
              text={[t.periods[schedule.every], scopeText(schedule, t)].filter(Boolean).join(" · ")}
            />
          )}
          empty={<p>{t.noSchedules}</p>}
          height="own"
        />
      </SharedTooltip>
      <ConfirmDialog
        dialog={dialog}
        title={t.deleteScheduleTitle}
        description={t.deleteScheduleWhat}
        confirmLabel={t.delete}
        failedTitle={t.scheduleNotDeleted}
      />
      <ScheduleChangeDialog />
    </Panel>
  );
}

const keyOf = ({ id }: ReportSchedule) => id;

function columnsOf(
  t: ReportMessages,
  { moment, list }: Formats,
): readonly ListColumn<ReportSchedule>[] {
  return [
    {
      id: "kind",
      header: t.columns.kind,
      grow: 2.8,
      cell: ({ kind }) => <Whole text={t.kinds[kind]} />,
    },
    {
      id: "scope",
      header: t.columns.scope,
      grow: 1.6,
      priority: 2,
      cell: (schedule) => <Whole text={scopeText(schedule, t)} />,
    },
    {
      id: "every",
      header: t.columns.every,
      grow: 2,
      priority: 2,
      cell: ({ every }) => <Whole text={t.periods[every]} />,
    },
    {
      id: "next",
      header: t.columns.next,
      width: 176,
      priority: 2,
      cell: ({ nextAt }) => <Whole text={moment(Date.parse(nextAt))} />,
    },
    {
      id: "recipients",
      header: t.columns.recipients,
      priority: 3,
      cell: ({ recipients }) => <Whole text={list(recipients) || t.noRecipients} />,
    },
  ];
}

import { IconCheck, IconPlus, IconX } from "@tabler/icons-react";
import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import {
  NOTE_MAX_LENGTH,
  TASK_ACTIONS,
  TASK_FILTERS,
  type SystemTask,
} from "#events/entities/systemTask.ts";
import { $now } from "../../kernel/clock.ts";
import { useConfirmation, useForm, useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { FormDialog } from "../../ui/form-panel/FormPanel.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import {
  RELATIVE_TIME_WIDTH,
  type ListColumn,
  type ListFilter,
} from "../../ui/list-panel/types.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { $mayUpdate } from "./place.ts";
import { SystemFrame } from "./SystemFrame.tsx";
import { taskMessages, type TaskMessages } from "./taskMessages.ts";
import { $mayAttest, attestation, taskForm, taskList, withdrawal } from "./tasksModel.ts";

/** What a person changes by hand in a self-certified system, and who attested it. */
export function View() {
  return (
    <SystemFrame screen="tasks" actions={(system) => system.kind === "manual" && <AddTask />}>
      {(system) => <Content system={system} />}
    </SystemFrame>
  );
}

function AddTask() {
  const t = useMessages(taskMessages);
  const toggle = useUnit(taskForm.toggle);
  return (
    <Button variant="primary" icon={<IconPlus size={16} />} onClick={() => toggle({ open: true })}>
      {t.add}
    </Button>
  );
}

function Content({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(taskMessages);
  const mayAttest = useUnit($mayAttest);
  if (system.kind !== "manual") {
    return (
      <Alert severity="info" title={t.onlySelfCertified}>
        {t.onlySelfCertifiedWhy}
      </Alert>
    );
  }
  return (
    <>
      {!mayAttest && <Alert severity="info" title={t.ownerAttests(system.owner ?? "")} />}
      <Tasks />
      <NewTask />
      <AttestDialog />
      <WithdrawDialog />
    </>
  );
}

function Tasks() {
  const t = useMessages(taskMessages);
  const { moment } = useFormats();
  const list = useList(taskList);
  const { now, mayUpdate, mayAttest, attest, withdraw } = useUnit({
    now: $now,
    mayUpdate: $mayUpdate,
    mayAttest: $mayAttest,
    attest: attestation.open,
    withdraw: withdrawal.open,
  });
  const columns = useMemo(() => columnsOf(t, now, moment), [t, now, moment]);
  const rowActions = useCallback(
    (task: SystemTask) => {
      if (task.state !== "open") return null;
      const { account } = task;
      const subject = { taskId: task.id, account, details: lineOf(task, t) };
      const action = t.actions[task.action];
      return (
        <>
          {mayAttest && (
            <Button
              size="small"
              icon={<IconCheck size={14} />}
              iconOnPhones
              aria-label={t.attestOne(action, account)}
              onClick={() => attest({ subject })}
            >
              {t.attest}
            </Button>
          )}
          {mayUpdate && (
            <Button
              size="small"
              variant="quiet"
              icon={<IconX size={14} />}
              iconOnPhones
              aria-label={t.withdrawOne(action, account)}
              onClick={() => withdraw({ subject })}
            >
              {t.withdraw}
            </Button>
          )}
        </>
      );
    },
    [t, mayAttest, mayUpdate, attest, withdraw],
  );
  return (
    <ListPanel
      label={t.tasks}
      list={list}
      rowKey={keyOf}
      columns={columns}
      searchLabel={t.search}
      csv={t.export}
      filters={filtersOf(t)}
      rowActions={rowActions}
      actionsWidth={{ wide: 256, narrow: 104 }}
      summary={(task) => (
        <Whole text={[t.actions[task.action], detailsOf(task, t)].filter(Boolean).join(" · ")} />
      )}
      empty={<EmptyState title={t.none}>{t.noneWhy}</EmptyState>}
      height="own"
    />
  );
}

const keyOf = ({ id }: SystemTask) => id;

/** What is done to the account, in one line. */
function lineOf(task: SystemTask, t: TaskMessages): string {
  return [t.actions[task.action], task.account, detailsOf(task, t)].filter(Boolean).join(" · ");
}

function detailsOf({ changes, note }: SystemTask, t: TaskMessages): string {
  const lines = changes.flatMap(({ attribute, add, remove }) => [
    ...(add.length === 0 ? [] : [t.addValues(attribute, add.join(", "))]),
    ...(remove.length === 0 ? [] : [t.removeValues(attribute, remove.join(", "))]),
  ]);
  return [...lines, note].filter(Boolean).join("; ");
}

function filtersOf(t: TaskMessages): readonly ListFilter[] {
  return [
    {
      field: "show",
      kind: "tabs",
      label: t.state,
      options: TASK_FILTERS.map((value) => ({ value, label: t.filters[value] })),
    },
    {
      field: "change",
      kind: "select",
      label: t.action,
      options: [
        { value: "all", label: t.anyAction },
        ...TASK_ACTIONS.map((value) => ({ value, label: t.actions[value] })),
      ],
    },
  ];
}

function columnsOf(
  t: TaskMessages,
  now: number,
  moment: (at: number) => string,
): readonly ListColumn<SystemTask>[] {
  return [
    {
      id: "action",
      header: t.action,
      priority: 2,
      width: 140,
      cell: ({ action }) => <Whole text={t.actions[action]} />,
    },
    {
      id: "account",
      header: t.columns.account,
      cell: ({ account }) => <Whole text={account} />,
    },
    {
      id: "person",
      header: t.columns.person,
      grow: 1.3,
      priority: 2,
      cell: ({ person }) => <Whole text={person ?? "–"} />,
    },
    {
      id: "details",
      header: t.columns.details,
      grow: 3,
      priority: 2,
      cell: (task) => <Whole text={detailsOf(task, t) || "–"} />,
    },
    {
      id: "created",
      header: t.columns.created,
      priority: 3,
      width: RELATIVE_TIME_WIDTH,
      cell: ({ createdAt }) => <RelativeTime at={Date.parse(createdAt)} now={now} inRow />,
    },
    {
      id: "settled",
      header: t.columns.settled,
      priority: 3,
      cell: ({ settledBy, settledAt }) => (
        <Whole
          text={
            settledBy === null || settledAt === null
              ? "–"
              : t.byAt(settledBy, moment(Date.parse(settledAt)))
          }
        />
      ),
    },
  ];
}

function NewTask() {
  const t = useMessages(taskMessages);
  const form = useForm(taskForm);
  if (form === null) return null;
  return (
    <FormDialog
      label={t.newTitle}
      description={t.newWhat}
      form={form}
      failedTitle={t.notCreated}
      submitLabel={t.create}
      sections={[
        {
          fields: [
            {
              name: "action",
              kind: "select",
              label: t.action,
              options: TASK_ACTIONS.map((value) => ({ value, label: t.actions[value] })),
            },
            {
              name: "account",
              kind: "text",
              label: t.columns.account,
              description: t.accountHint,
              required: true,
            },
            {
              name: "note",
              kind: "textarea",
              label: t.note,
              description: t.noteHint,
              maxLength: NOTE_MAX_LENGTH,
            },
          ],
        },
      ]}
    />
  );
}

function AttestDialog() {
  const t = useMessages(taskMessages);
  const dialog = useConfirmation(attestation);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.attestTitle}
      description={t.attestWhat}
      confirmLabel={t.attestConfirm}
      failedTitle={t.notAttested}
    >
      <p>{dialog.subject?.details}</p>
    </ConfirmDialog>
  );
}

function WithdrawDialog() {
  const t = useMessages(taskMessages);
  const dialog = useConfirmation(withdrawal);
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.withdrawTitle}
      description={t.withdrawWhat}
      confirmLabel={t.withdrawConfirm}
      failedTitle={t.notWithdrawn}
    >
      <p>{dialog.subject?.details}</p>
    </ConfirmDialog>
  );
}

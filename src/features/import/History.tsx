import { useUnit } from "effector-react";
import { useCallback, useMemo } from "react";
import type { PastImport } from "#events/entities/importHistory.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation, useList } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { ListPanel } from "../../ui/list-panel/ListPanel.tsx";
import { RELATIVE_TIME_WIDTH, type ListColumn } from "../../ui/list-panel/types.ts";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tag } from "../../ui/Tag.tsx";
import { Whole } from "../../ui/Whole.tsx";
import { ImportChanges } from "./ImportChanges.tsx";
import { historyMessages, type HistoryMessages } from "./historyMessages.ts";
import { $isImportOpen, $openImport, historyList, undoConfirmation } from "./historyModel.ts";
import { retry } from "./model.ts";
import styles from "./View.module.css";

/** The imports that were written; one of them can be opened and undone. */
export function History() {
  const t = useMessages(historyMessages);
  const { count } = useFormats();
  const list = useList(historyList);
  const { now, change } = useUnit({ now: $now, change: historyList.change });
  const columns = useMemo(() => columnsOf(t, count, now), [t, count, now]);
  const open = useCallback(({ id }: PastImport) => change({ change: { open: id } }), [change]);
  return (
    <>
      <OpenImport />
      <Panel title={t.history} context={t.historyWhat}>
        <ListPanel
          label={t.history}
          list={list}
          rowKey={keyOf}
          columns={columns}
          onOpen={open}
          summary={({ actor, byCommand, changes }) => (
            <Whole text={t.summary(t.actor(actor, byCommand), changes)} />
          )}
          empty={<p>{t.noImports}</p>}
          height="own"
        />
      </Panel>
      <UndoDialog />
    </>
  );
}

const keyOf = ({ id }: PastImport) => id;

function StatusTag({ status }: Pick<PastImport, "status">) {
  const t = useMessages(historyMessages);
  return <Tag tone={status === "done" ? "success" : "secondary"}>{t.statuses[status]}</Tag>;
}

function columnsOf(
  t: HistoryMessages,
  count: (number: number) => string,
  now: number,
): readonly ListColumn<PastImport>[] {
  return [
    {
      id: "no",
      header: t.columns.no,
      width: 72,
      grow: 4,
      align: "end",
      cell: ({ no }) => count(no),
    },
    {
      id: "status",
      header: t.columns.status,
      grow: 2,
      cell: ({ status }) => <StatusTag status={status} />,
    },
    {
      id: "changes",
      header: t.columns.changes,
      align: "end",
      priority: 2,
      cell: ({ changes }) => count(changes),
    },
    {
      id: "mode",
      header: t.columns.mode,
      priority: 3,
      cell: ({ mode }) => <Whole text={t.modes[mode]} />,
    },
    {
      id: "actor",
      header: t.columns.actor,
      priority: 2,
      grow: 2,
      cell: ({ actor, byCommand }) => <Whole text={t.actor(actor, byCommand)} />,
    },
    {
      id: "at",
      header: t.columns.at,
      priority: 2,
      width: RELATIVE_TIME_WIDTH,
      cell: ({ at }) => <RelativeTime at={Date.parse(at)} now={now} inRow />,
    },
  ];
}

/** The import that the address names. */
function OpenImport() {
  const t = useMessages(historyMessages);
  const translate = useTranslate();
  const { isOpen, query, again } = useUnit({
    isOpen: $isImportOpen,
    query: $openImport,
    again: retry,
  });
  if (!isOpen) return null;
  if (query.value !== null) return <Detail past={query.value} />;
  return query.failure === null ? (
    <Skeleton height={160} />
  ) : (
    <LoadFailed
      title={t.importFailed}
      reason={translate(reasonOf(query.failure))}
      onRetry={() => again({})}
    />
  );
}

function Detail({ past }: { readonly past: PastImport }) {
  const t = useMessages(historyMessages);
  const { change, undo, now } = useUnit({
    change: historyList.change,
    undo: undoConfirmation.open,
    now: $now,
  });
  const { id, no, at, actor, byCommand, changes, status, undoable, undoneBy } = past;
  return (
    <Panel
      title={t.importTitle(no)}
      context={t.summary(t.actor(actor, byCommand), changes)}
      actions={
        <>
          <Button onClick={() => change({ change: { open: "" } })}>{t.close}</Button>
          {undoable && (
            <Button onClick={() => undo({ subject: { id, no, changes } })}>{t.undo}</Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <p className={styles.chosen} role="status">
          <StatusTag status={status} />
          <span className={styles.muted}>
            {t.modes[past.mode]} · <RelativeTime at={Date.parse(at)} now={now} />
            {undoneBy !== null && ` · ${t.undoneBy(undoneBy)}`}
          </span>
        </p>
        {status === "done" && !undoable && <Alert severity="info" title={t.notKept} />}
        <ImportChanges importId={id} />
      </div>
    </Panel>
  );
}

function UndoDialog() {
  const t = useMessages(historyMessages);
  const dialog = useConfirmation(undoConfirmation);
  const { no = 0, changes = 0 } = dialog.subject ?? {};
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t.undoTitle(no)}
      description={t.undoWhat(changes)}
      confirmLabel={t.undo}
      failedTitle={t.notUndone}
    />
  );
}

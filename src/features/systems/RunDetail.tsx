import { useUnit } from "effector-react";
import type { ReactNode } from "react";
import type { ConnectedSystem } from "#events/entities/system.ts";
import {
  RUN_CHANGES,
  type RunCounts,
  type RunGate,
  type SystemRun,
} from "#events/entities/systemRun.ts";
import {
  isAbandonable,
  isCancellable,
  isRunning,
  reversedCounts,
  waitsForDisk,
} from "#events/rules/runs.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { $now } from "../../kernel/clock.ts";
import { DiskWait } from "../../panels/system-problems/DiskWait.tsx";
import { Problem } from "../../panels/system-problems/Problem.tsx";
import { useTranslate } from "../../panels/useTranslate.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Departments } from "./Departments.tsx";
import { GateList } from "./GateList.tsx";
import { RunEntries } from "./Entries.tsx";
import { $mayUpdate, retrySystem } from "./place.ts";
import { PlannedPeople } from "./PlannedPeople.tsx";
import {
  OtherUndoer,
  RunDecision,
  SecondPerson,
  UndoButton,
  useWouldApply,
} from "./RunDecision.tsx";
import { runMessages } from "./runMessages.ts";
import { appliedOf, gateFigure, hasPlan } from "./runRules.ts";
import {
  $openRunId,
  $run,
  approval,
  cancelRun,
  rejection,
  runAbandonment,
  runList,
  runUndo,
} from "./runsModel.ts";
import { changesOf, RunStatusTag } from "./RunsPanel.tsx";
import styles from "./systems.module.css";

/** The import that is open or not finished: its progress, its plan, and the decision about it. */
export function RunDetail({ system }: { readonly system: ConnectedSystem }) {
  const t = useMessages(runMessages);
  const translate = useTranslate();
  const { query, openId, mayUpdate, change, retry } = useUnit({
    query: $run,
    openId: $openRunId,
    mayUpdate: $mayUpdate,
    change: runList.change,
    retry: retrySystem,
  });
  if (openId === null && system.importTaskOid === null) return <RunDialogs run={null} />;
  const run = query.value;
  const close = openId !== null && (
    <Button onClick={() => change({ change: { open: "" } })}>{t.closeRun}</Button>
  );
  if (run === null) {
    return query.failure === null ? (
      <Skeleton height={160} />
    ) : (
      <LoadFailed
        title={t.runFailed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const isPlanShown = openId !== null && hasPlan(run);
  return (
    <>
      <Panel
        title={t.runTitle(run.no)}
        context={run.problem?.code === "abandoned" ? t.abandonedHint : t.statusHints[run.status]}
        actions={
          <>
            {close}
            {mayUpdate && <RunActions run={run} isOpen={openId !== null} />}
          </>
        }
      >
        <div className={styles.stack}>
          <RunSummary run={run} isHr={system.kind === "hr"} />
          <OtherUndoer run={run} />
          {isPlanShown && (
            <>
              <Departments />
              <RunEntries run={run} />
            </>
          )}
        </div>
        <RunDialogs run={run} />
      </Panel>
      {isPlanShown && run.plannedPeople && <PlannedPeople run={run} counts={run.plannedPeople} />}
    </>
  );
}

function RunActions({ run, isOpen }: { readonly run: SystemRun; readonly isOpen: boolean }) {
  const t = useMessages(runMessages);
  const { cancel, abandon, open } = useUnit({
    cancel: cancelRun,
    abandon: runAbandonment.open,
    open: runList.change,
  });
  const { oid, no, status } = run;
  return (
    <>
      {!isOpen && hasPlan(run) && (
        <Button onClick={() => open({ change: { open: oid } })}>{t.entries}</Button>
      )}
      {isCancellable(run) && status !== "planned" && (
        <Button onClick={() => cancel({ oid })}>{t.cancel}</Button>
      )}
      {isAbandonable(run) && (
        <Button variant="dangerOutline" onClick={() => abandon({ subject: { oid, no } })}>
          {t.abandon}
        </Button>
      )}
      <RunDecision run={run} />
      <UndoButton run={run} />
    </>
  );
}

export function RunSummary({ run, isHr }: { readonly run: SystemRun; readonly isHr: boolean }) {
  const t = useMessages(runMessages);
  const now = useUnit($now);
  const wouldApply = useWouldApply(run);
  const { status, counts, people, gates, createdAt } = run;
  const { preparedBy = [], firstApproval, decidedBy } = run;
  const waits = wouldApply ? t.waits : t.waitsForOther;
  const figures = (gate: RunGate) => {
    if (gate === "incomplete") return null;
    const figure = gateFigure(run, gate, isHr);
    return figure && t.figures[gate](figure);
  };
  return (
    <>
      <p className={styles.line} role="status">
        <RunStatusTag run={run} />
        <span className={styles.muted}>
          {t.kinds[run.kind]} · <RelativeTime at={Date.parse(createdAt)} now={now} />
          {preparedBy.length > 0 && ` · ${t.startedBy(run.actor)}`}
          {firstApproval && (
            <>
              {` · ${t.approved(firstApproval.username)} `}
              <RelativeTime at={Date.parse(firstApproval.at)} now={now} />
            </>
          )}
          {decidedBy !== null && ` · ${t.decided(decidedBy)}`}
        </span>
      </p>
      {isRunning(run) && <Progress run={run} />}
      <SecondPerson run={run} />
      {gates.length > 0 && (
        <Alert
          severity={status === "planned" ? "warning" : "info"}
          title={status === "planned" ? waits : t.waited}
        >
          <GateList gates={gates} texts={t.gates} figures={figures} />
        </Alert>
      )}
      <RunProblem run={run} />
      {counts !== null && <Counts counts={counts} people={people} />}
    </>
  );
}

function Progress({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const applied = appliedOf(run);
  const text = applied ? t.applied(applied.done, applied.all) : t.progress(run.progress);
  const percent = applied && applied.all > 0 ? (100 * applied.done) / applied.all : null;
  return (
    <>
      <ProgressBar label={t.statuses[run.status]} percent={percent} text={text} />
      <p className={styles.muted}>{text}</p>
    </>
  );
}

function RunProblem({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const { status, problem, complete } = run;
  if (problem === null) return null;
  if (waitsForDisk(run)) return <DiskWait />;
  if (status === "applying" && problem.code === "gaveUp") {
    return (
      <Alert severity="warning" title={t.problem}>
        <p>{t.interrupted}</p>
      </Alert>
    );
  }
  const hasFailed = status === "failed";
  return (
    <Alert
      severity={hasFailed ? "error" : "warning"}
      title={complete === false && !hasFailed ? t.incomplete : t.problem}
    >
      <Problem code={problem.code} detail={problem.detail} />
    </Alert>
  );
}

function Counts({
  counts,
  people,
}: {
  readonly counts: RunCounts;
  readonly people: number | null;
}) {
  const t = useMessages(runMessages);
  const { count } = useFormats();
  const figures = [
    { label: t.read, value: counts.read, hint: undefined },
    { label: t.unchanged, value: counts.unchanged, hint: undefined },
    ...RUN_CHANGES.map((change) => ({
      label: t.changes[change],
      value: counts[change],
      hint: t.changeHints[change],
    })),
    { label: t.orphaned, value: counts.orphaned, hint: undefined },
    ...(counts.leaving === undefined
      ? []
      : [{ label: t.leaving, value: counts.leaving, hint: t.leavingHint }]),
    ...(counts.rewritten === undefined
      ? []
      : [{ label: t.rewritten, value: counts.rewritten, hint: t.rewrittenHint }]),
    ...(counts.excluded === undefined
      ? []
      : [{ label: t.excluded, value: counts.excluded, hint: t.excludedHint }]),
    ...(people === null ? [] : [{ label: t.people, value: people, hint: t.peopleHint }]),
  ];
  return (
    <dl className={styles.counts}>
      {figures.map(({ label, value, hint }) => (
        <div key={label} title={hint}>
          <dt>{label}</dt>
          <dd>{count(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

export function RunDialogs({ run }: { readonly run: SystemRun | null }) {
  const t = useMessages(runMessages);
  const apply = useConfirmation(approval);
  const reject = useConfirmation(rejection);
  const abandon = useConfirmation(runAbandonment);
  const undo = useConfirmation(runUndo);
  const counts = run?.counts ?? null;
  const isFirst = apply.subject?.isFirst ?? false;
  const effect = (label: string, planned: RunCounts | null): ReactNode =>
    planned && (
      <p>
        {label}: {t.countsOf(changesOf(planned, t))}
      </p>
    );
  return (
    <>
      <ConfirmDialog
        dialog={apply}
        title={(isFirst ? t.approveTitle : t.applyTitle)(apply.subject?.no ?? 0)}
        description={isFirst ? t.approveWhat : t.applyWhat}
        confirmLabel={isFirst ? t.approvePlan : t.applyPlan}
        failedTitle={isFirst ? t.notApproved : t.notApplied}
        variant="primary"
      >
        {effect(t.affected, counts)}
      </ConfirmDialog>
      <ConfirmDialog
        dialog={reject}
        title={t.rejectTitle(reject.subject?.no ?? 0)}
        description={t.rejectWhat}
        confirmLabel={t.reject}
        failedTitle={t.notRejected}
      />
      <ConfirmDialog
        dialog={abandon}
        title={t.abandonTitle(abandon.subject?.no ?? 0)}
        description={t.abandonWhat}
        confirmLabel={t.abandon}
        failedTitle={t.notAbandoned}
      />
      <ConfirmDialog
        dialog={undo}
        title={t.undoTitle(undo.subject?.no ?? 0)}
        description={t.undoWhat}
        confirmLabel={t.undo}
        failedTitle={t.notUndone}
      >
        {effect(t.undoAffected, counts && reversedCounts(counts))}
      </ConfirmDialog>
    </>
  );
}

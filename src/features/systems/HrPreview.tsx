import { useUnit } from "effector-react";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { isCancellable, isRunning } from "#events/rules/runs.ts";
import { reasonOf } from "../../kernel/calls.ts";
import { useTranslate } from "../../panels/useTranslate.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button, buttonClass } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Link } from "../../ui/Link.tsx";
import { LoadFailed } from "../../ui/LoadFailed.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { toFieldMapping } from "../field-mapping/index.ts";
import { $hrRun, wantHrPreview } from "./hrPreviewModel.ts";
import { hrPreviewMessages } from "./hrPreviewMessages.ts";
import { $mayUpdate, retrySystem } from "./place.ts";
import { PlannedPeople } from "./PlannedPeople.tsx";
import { toRun } from "./route.ts";
import { RunDecision, useWouldApply } from "./RunDecision.tsx";
import { RunDialogs, RunSummary } from "./RunDetail.tsx";
import { runMessages } from "./runMessages.ts";
import { hasPlan } from "./runRules.ts";
import { $isStarting, cancelRun } from "./runsModel.ts";
import styles from "./systems.module.css";

/** Reads the HR system into a plan that waits for a decision. */
export function GenerateHr() {
  const t = useMessages(hrPreviewMessages);
  const { query, isBusy, want } = useUnit({
    query: $hrRun,
    isBusy: $isStarting,
    want: wantHrPreview,
  });
  const run = query.value?.run ?? null;
  const isOpen = run !== null && (isRunning(run) || run.status === "planned");
  return (
    <Button variant="primary" busy={isBusy} disabled={isOpen} onClick={() => want({})}>
      {t.generate}
    </Button>
  );
}

/** What the latest import of an HR system changes in people, and the decision about it. */
export function HrPreview({ resourceId }: { readonly resourceId: string }) {
  const t = useMessages(hrPreviewMessages);
  const runs = useMessages(runMessages);
  const translate = useTranslate();
  const { query, mayUpdate, retry } = useUnit({
    query: $hrRun,
    mayUpdate: $mayUpdate,
    retry: retrySystem,
  });
  if (query.value === null) {
    return query.failure === null ? (
      <Skeleton height={320} />
    ) : (
      <LoadFailed
        title={runs.runFailed}
        reason={translate(reasonOf(query.failure))}
        onRetry={() => retry({})}
      />
    );
  }
  const { run } = query.value;
  const mappings = <Link href={toFieldMapping(resourceId)}>{t.mappings}</Link>;
  if (run === null) {
    return (
      <EmptyState title={t.none} action={mappings}>
        {t.noneWhy}
      </EmptyState>
    );
  }
  return (
    <>
      <Panel
        title={runs.runTitle(run.no)}
        context={runs.statusHints[run.status]}
        actions={
          <>
            {hasPlan(run) && (
              <Link className={buttonClass("secondary")} href={toRun(resourceId, run.oid)}>
                {t.objects}
              </Link>
            )}
            {mayUpdate && <Decisions run={run} />}
          </>
        }
      >
        <div className={styles.stack}>
          <RunSummary run={run} isHr />
          {run.status === "planned" && run.gates.length === 0 && <Waits run={run} />}
          {hasNoList(run) && <p className={styles.muted}>{t.notListed}</p>}
          <p className={styles.muted}>
            {t.mappingsWhat} {mappings}
          </p>
        </div>
      </Panel>
      {run.plannedPeople && <PlannedPeople run={run} counts={run.plannedPeople} />}
      <RunDialogs run={run} />
    </>
  );
}

/** An undo lists no people, and neither does a plan that an earlier version made. */
function hasNoList(run: SystemRun): boolean {
  return (
    hasPlan(run) &&
    run.plannedPeople === undefined &&
    run.status !== "planned" &&
    run.gates.length === 0
  );
}

/** Asks for the decision, if it is the user's alone. */
function Waits({ run }: { readonly run: SystemRun }) {
  const t = useMessages(hrPreviewMessages);
  if (!useWouldApply(run)) return null;
  return (
    <Alert severity="info" title={t.waits}>
      {run.needsOtherPerson ? t.holdsUpWhy : t.waitsWhy}
    </Alert>
  );
}

function Decisions({ run }: { readonly run: SystemRun }) {
  const t = useMessages(runMessages);
  const cancel = useUnit(cancelRun);
  if (run.status === "planned") return <RunDecision run={run} />;
  return isCancellable(run) && <Button onClick={() => cancel({ oid: run.oid })}>{t.cancel}</Button>;
}

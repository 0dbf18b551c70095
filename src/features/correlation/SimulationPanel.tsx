import { useUnit } from "effector-react";
import type { Correlation, OutcomeCounts, Simulation } from "#events/entities/correlation.ts";
import { $now } from "../../kernel/clock.ts";
import { useConfirmation } from "../../panels/useUnits.ts";
import { Alert } from "../../ui/Alert.tsx";
import { Button } from "../../ui/Button.tsx";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { ProgressBar } from "../../ui/ProgressBar.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { StatCard } from "../../ui/StatCard.tsx";
import { $mayUpdate } from "./place.ts";
import { $rules } from "./rulesModel.ts";
import { simulationMessages } from "./simulationMessages.ts";
import {
  $isStarting,
  application,
  cancelSimulation,
  isRunning,
  reversal,
  wantSimulation,
} from "./simulationModel.ts";
import styles from "./correlation.module.css";

/** What the rules would change, before they link anything. */
export function SimulationPanel({ correlation }: { readonly correlation: Correlation }) {
  const t = useMessages(simulationMessages);
  const { simulation } = correlation;
  const { mayUpdate, isStarting, rules, want, cancel, apply, undo } = useUnit({
    mayUpdate: $mayUpdate,
    isStarting: $isStarting,
    rules: $rules,
    want: wantSimulation,
    cancel: cancelSimulation,
    apply: application.open,
    undo: reversal.open,
  });
  const counts = simulation?.counts;
  const changes = counts ? counts.linked + counts.moved + counts.orphaned : 0;
  const subject = simulation && { oid: simulation.oid, changes };
  const isOpen = simulation !== null && isRunning(simulation);
  return (
    <Panel
      title={t.simulation}
      context={t.simulationWhat}
      actions={
        mayUpdate && (
          <span className={styles.actions}>
            {subject && simulation?.undoable && (
              <Button onClick={() => undo({ subject })}>{t.undo}</Button>
            )}
            {isOpen ? (
              <Button onClick={() => cancel({})}>{t.cancel}</Button>
            ) : (
              <Button busy={isStarting} idle={rules.value?.length === 0} onClick={() => want({})}>
                {simulation === null ? t.start : t.again}
              </Button>
            )}
            {subject && simulation?.status === "done" && (
              <Button
                variant="primary"
                idle={simulation.outdated}
                onClick={() => apply({ subject })}
              >
                {t.apply}
              </Button>
            )}
          </span>
        )
      }
    >
      {simulation === null ? (
        <p className={styles.muted}>{rules.value?.length === 0 ? t.noneWithoutRules : t.none}</p>
      ) : (
        <Content simulation={simulation} correlation={correlation} />
      )}
      <Dialogs />
    </Panel>
  );
}

const NONE_DECIDED: OutcomeCounts = { matched: 0, probable: 0, several: 0, none: 0 };

const sumOf = ({ matched, probable, several, none }: OutcomeCounts) =>
  matched + probable + several + none;

function Content({
  simulation,
  correlation: { accountCount, decidedSince = NONE_DECIDED },
}: {
  readonly simulation: Simulation;
  readonly correlation: Correlation;
}) {
  const t = useMessages(simulationMessages);
  const { percent } = useFormats();
  const now = useUnit($now);
  const { status, counts, quality, progress, outdated } = simulation;
  const share = accountCount === 0 ? 0 : Math.min(100, (100 * progress) / accountCount);
  return (
    <div className={styles.stack}>
      {isRunning(simulation) ? (
        <ProgressBar label={t.running} percent={share} text={percent(share)} />
      ) : (
        <p className={styles.muted}>
          {t.statuses[status]} <RelativeTime at={Date.parse(simulation.createdAt)} now={now} />
        </p>
      )}
      {outdated && <Alert severity="warning" title={t.outdated} />}
      {counts && (
        <>
          <div className={styles.cards}>
            {(["matched", "probable", "several", "none"] as const).map((outcome) => (
              <StatCard
                key={outcome}
                label={t.outcomes[outcome]}
                value={counts[outcome]}
                hint={decidedSince[outcome] > 0 ? t.decidedOf(decidedSince[outcome]) : null}
              />
            ))}
            <StatCard label={t.outcomes.decided} value={counts.decided + sumOf(decidedSince)} />
          </div>
          <p>{t.changes(counts.linked, counts.moved, counts.orphaned)}</p>
        </>
      )}
      {quality && counts && (
        <p className={styles.muted}>
          {t.quality(percent(100 * quality.precision), percent(100 * quality.recall))}{" "}
          {t.pairs(counts.pairs)}
        </p>
      )}
    </div>
  );
}

function Dialogs() {
  const t = useMessages(simulationMessages);
  const apply = useConfirmation(application);
  const undo = useConfirmation(reversal);
  return (
    <>
      <ConfirmDialog
        dialog={apply}
        title={t.applyTitle}
        description={t.applyWhat(apply.subject?.changes ?? 0)}
        confirmLabel={t.apply}
        failedTitle={t.notApplied}
        variant="primary"
      />
      <ConfirmDialog
        dialog={undo}
        title={t.undoTitle}
        description={t.undoWhat}
        confirmLabel={t.undo}
        failedTitle={t.notUndone}
      />
    </>
  );
}

import { useUnit } from "effector-react";
import type { Correlation, Simulation } from "#events/entities/correlation.ts";
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
import { correlationMessages } from "./messages.ts";
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

/** What the rules would change, before anything is linked. */
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
        <p className={styles.muted}>{t.none}</p>
      ) : (
        <Content simulation={simulation} accountCount={correlation.accountCount} />
      )}
      <Dialogs />
    </Panel>
  );
}

function Content({
  simulation,
  accountCount,
}: {
  readonly simulation: Simulation;
  readonly accountCount: number;
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
            {(["matched", "probable", "several", "none", "decided"] as const).map((outcome) => (
              <StatCard key={outcome} label={t.outcomes[outcome]} value={counts[outcome]} />
            ))}
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
      {simulation.weights.length > 0 && <Learned simulation={simulation} />}
    </div>
  );
}

/** The weights of the rules, and what each blocking key costs. */
function Learned({ simulation }: { readonly simulation: Simulation }) {
  const t = useMessages(simulationMessages);
  const names = useMessages(correlationMessages);
  const { decimal, count } = useFormats();
  const rules = useUnit($rules).value ?? [];
  const nameOf = (ruleId: string) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return rule ? names.fields[rule.midpointUserFieldId] : t.deletedRule;
  };
  return (
    <section aria-label={t.learned}>
      <h3 className={styles.tierTitle}>{t.learned}</h3>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.weights}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.weights}</th>
              <th scope="col" data-number>
                {t.agreements.same}
              </th>
              <th scope="col" data-number>
                {t.agreements.similar}
              </th>
              <th scope="col" data-number>
                {t.agreements.different}
              </th>
            </tr>
          </thead>
          <tbody>
            {simulation.weights.map(({ ruleId, same, similar, different }) => (
              <tr key={ruleId}>
                <th scope="row">{nameOf(ruleId)}</th>
                <td data-number>{decimal(same)}</td>
                <td data-number>{decimal(similar)}</td>
                <td data-number>{decimal(different)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={t.blocking}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t.blocking}</th>
              <th scope="col" data-number>
                {t.pairsColumn}
              </th>
              <th scope="col" data-number>
                {t.skipped}
              </th>
            </tr>
          </thead>
          <tbody>
            {simulation.blocking.map(({ kind, ruleIds, pairs, skipped }) => (
              <tr key={`${kind} ${ruleIds.join()}`}>
                <th scope="row">{t.keys[kind](ruleIds.map(nameOf).join(" + "))}</th>
                <td data-number>{count(pairs)}</td>
                <td data-number>{count(skipped)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
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

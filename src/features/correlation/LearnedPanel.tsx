import { useUnit } from "effector-react";
import type { Simulation } from "#events/entities/correlation.ts";
import { useFormats, useMessages } from "../../ui/language/LanguageProvider.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { correlationMessages } from "./messages.ts";
import { $rules } from "./rulesModel.ts";
import { simulationMessages } from "./simulationMessages.ts";
import styles from "./correlation.module.css";

/** The weights of the rules, and what each blocking key costs. */
export function LearnedPanel({ simulation }: { readonly simulation: Simulation }) {
  const t = useMessages(simulationMessages);
  const names = useMessages(correlationMessages);
  const { decimal, count } = useFormats();
  const rules = useUnit($rules).value ?? [];
  const nameOf = (ruleId: string) => {
    const rule = rules.find(({ id }) => id === ruleId);
    return rule ? names.fields[rule.midpointUserFieldId] : t.deletedRule;
  };
  return (
    <Panel title={t.learned}>
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
    </Panel>
  );
}

import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { PercentCharts } from "#workers/analytics/contract.ts";
import { useFormats, useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { $text } from "../model.ts";
import { curveSteps } from "./rules.ts";
import { builderMessages } from "../messages.ts";
import styles from "./Threshold.module.css";

/** The numbers of the curve and of the histogram as a table for screen readers. */
export function CurveTable({
  id,
  charts,
}: {
  readonly id: string;
  readonly charts: PercentCharts;
}) {
  const t = useMessages(builderMessages);
  const { count } = useFormats();
  const text = useUnit($text);
  const { curve, histogram } = charts;
  const steps = useMemo(() => curveSteps(curve, histogram), [curve, histogram]);
  return (
    <div
      id={id}
      role="region"
      aria-label={t.curveTable}
      // It scrolls, so it must be focusable by keyboard.
      tabIndex={0}
      className={styles.table}
    >
      <table aria-label={t.keptAtEach}>
        <thead>
          <tr>
            <th scope="col">{t.keptColumns.threshold}</th>
            <th scope="col">{t.keptColumns.entitlements}</th>
            <th scope="col">{t.keptColumns.resources}</th>
            <th scope="col">{text === "" ? t.inThisStep : t.matches.inThisStep}</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ threshold, entitlements, resources, between }) => (
            <tr key={threshold}>
              <td>{t.percent(threshold)}</td>
              <td>{count(entitlements)}</td>
              <td>{count(resources)}</td>
              <td>{count(between)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

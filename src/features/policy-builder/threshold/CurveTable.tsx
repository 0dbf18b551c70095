import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { PercentCharts } from "#workers/analytics/contract.ts";
import { DataTable, type Column } from "../../../ui/DataTable.tsx";
import type { Formats } from "../../../ui/language/formats.ts";
import { useFormats, useMessages } from "../../../ui/language/LanguageProvider.tsx";
import { $text } from "../model.ts";
import { curveSteps, type CurveStep } from "./rules.ts";
import { builderMessages, type BuilderMessages } from "../messages.ts";
import styles from "./Threshold.module.css";

function columnsOf(
  t: BuilderMessages,
  text: string,
  { count }: Formats,
): readonly Column<CurveStep>[] {
  return [
    {
      id: "threshold",
      header: t.keptColumns.threshold,
      cell: ({ threshold }) => `${threshold} %`,
    },
    {
      id: "entitlements",
      width: "38%",
      header: t.keptColumns.entitlements,
      align: "end",
      cell: ({ entitlements }) => count(entitlements),
    },
    {
      id: "resources",
      header: t.keptColumns.resources,
      align: "end",
      cell: ({ resources }) => count(resources),
    },
    {
      id: "between",
      header: text === "" ? t.inThisStep : t.matches.inThisStep,
      align: "end",
      priority: 2,
      cell: ({ between }) => count(between),
    },
  ];
}

/** The numbers of the curve and of the histogram, for who reads rather than looks. */
export function CurveTable({
  id,
  charts,
}: {
  readonly id: string;
  readonly charts: PercentCharts;
}) {
  const t = useMessages(builderMessages);
  const formats = useFormats();
  const text = useUnit($text);
  const { curve, histogram } = charts;
  const steps = useMemo(() => curveSteps(curve, histogram), [curve, histogram]);
  return (
    <div
      id={id}
      role="region"
      aria-label={t.curveTable}
      // It scrolls: the keyboard needs a way in.
      tabIndex={0}
      className={styles.table}
    >
      <DataTable
        label={t.keptAtEach}
        columns={columnsOf(t, text, formats)}
        rows={steps}
        rowKey={({ threshold }) => String(threshold)}
      />
    </div>
  );
}

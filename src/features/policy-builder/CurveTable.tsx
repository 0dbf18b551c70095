import { useUnit } from "effector-react";
import { useMemo } from "react";
import type { BuilderGlance } from "#workers/analytics/contract.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import type { Formats } from "../../ui/language/formats.ts";
import { useFormats, useWords } from "../../ui/language/LanguageProvider.tsx";
import { $text } from "./model.ts";
import { curveSteps, type CurveStep } from "./rules.ts";
import { builderWords, type BuilderWords } from "./words.ts";
import styles from "./Threshold.module.css";

function columnsOf(
  words: BuilderWords,
  text: string,
  { count }: Formats,
): readonly Column<CurveStep>[] {
  return [
    {
      id: "threshold",
      header: words.keptColumns.threshold,
      cell: ({ threshold }) => `${threshold} %`,
    },
    {
      id: "entitlements",
      width: "38%",
      header: words.keptColumns.entitlements,
      align: "end",
      cell: ({ entitlements }) => count(entitlements),
    },
    {
      id: "resources",
      header: words.keptColumns.resources,
      align: "end",
      cell: ({ resources }) => count(resources),
    },
    {
      id: "between",
      header: text === "" ? words.inThisStep : words.matches.inThisStep,
      align: "end",
      priority: 2,
      cell: ({ between }) => count(between),
    },
  ];
}

/** The numbers of the curve and of the histogram, for who reads rather than looks. */
export function CurveTable({
  id,
  glance,
}: {
  readonly id: string;
  readonly glance: BuilderGlance;
}) {
  const words = useWords(builderWords);
  const formats = useFormats();
  const text = useUnit($text);
  const { curve, histogram } = glance;
  const steps = useMemo(() => curveSteps(curve, histogram), [curve, histogram]);
  return (
    <div
      id={id}
      role="region"
      aria-label={words.curveTable}
      // It scrolls: the keyboard needs a way in.
      tabIndex={0}
      className={styles.table}
    >
      <DataTable
        label={words.keptAtEach}
        columns={columnsOf(words, text, formats)}
        rows={steps}
        rowKey={({ threshold }) => String(threshold)}
      />
    </div>
  );
}

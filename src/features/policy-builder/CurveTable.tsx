import { useMemo } from "react";
import type { BuilderGlance } from "#workers/analytics/contract.ts";
import { DataTable, type Column } from "../../ui/DataTable.tsx";
import { formatCount } from "../../ui/format.ts";
import { curveSteps, type CurveStep } from "./rules.ts";
import styles from "./Threshold.module.css";

const COLUMNS: readonly Column<CurveStep>[] = [
  { id: "threshold", header: "Percentage", cell: ({ threshold }) => `${threshold} % and above` },
  {
    id: "entitlements",
    header: "Entitlements kept",
    align: "end",
    cell: ({ entitlements }) => formatCount(entitlements),
  },
  {
    id: "resources",
    header: "Resources kept",
    align: "end",
    cell: ({ resources }) => formatCount(resources),
  },
  {
    id: "between",
    header: "In this step",
    align: "end",
    priority: 2,
    cell: ({ between }) => formatCount(between),
  },
];

/** The numbers of the curve and of the histogram, for who reads rather than looks. */
export function CurveTable({
  id,
  glance,
}: {
  readonly id: string;
  readonly glance: BuilderGlance;
}) {
  const { curve, histogram } = glance;
  const steps = useMemo(() => curveSteps(curve, histogram), [curve, histogram]);
  return (
    <div
      id={id}
      role="region"
      aria-label="The curve as a table"
      // It scrolls: the keyboard needs a way in.
      tabIndex={0}
      className={styles.table}
    >
      <DataTable
        label="Kept at each percentage"
        columns={COLUMNS}
        rows={steps}
        rowKey={({ threshold }) => String(threshold)}
      />
    </div>
  );
}

/** The threshold's values in words and as a table. */
import { SLIDER_MAX, SLIDER_MIN } from "#events/rules/builder.ts";
import type { BuilderView, PercentCurve } from "#workers/analytics/contract.ts";
import type { BuilderMessages } from "../messages.ts";

/** A valid threshold: a whole percentage within the slider's bounds. */
export function sliderPercent(percent: number): number {
  return Math.round(Math.min(Math.max(percent, SLIDER_MIN), SLIDER_MAX));
}

/** "1,204 of 9,310 kept · 1,198 selected · 31 to add". */
export function summarizeKept(
  { kept, entitlements, ticked, newRoles, removedRoles }: BuilderView,
  t: BuilderMessages,
): string {
  return t.kept(kept.entitlements, entitlements, ticked.entitlements, newRoles, removedRoles);
}

/** "78%: 1,204 entitlements from 11 resources": the screen reader text of a slider value. */
export function describeThreshold(
  percent: number,
  curve: PercentCurve | null,
  t: BuilderMessages,
): string {
  if (curve === null) return t.percent(percent);
  const { entitlements, resources } = curve;
  return t.thresholdKeeps(percent, entitlements[percent] ?? 0, resources[percent] ?? 0);
}

/**
 * The label of a histogram bar: the last one stands for 100 % only. @param text of the filter, which applies to the
 * bars.
 */
export function describeBar(percent: number, text: string, t: BuilderMessages): string {
  const { heldBy, heldByRange } = text === "" ? t : t.matches;
  return percent === SLIDER_MAX ? heldBy(percent) : heldByRange(percent, percent + 1);
}

export interface CurveStep {
  /** Percent. */
  readonly threshold: number;
  readonly entitlements: number;
  readonly resources: number;
  /** Held by at least this percentage and by less than the row above. */
  readonly between: number;
}

const CURVE_STEP = 5;

/** The curve as table rows, descending. */
export function curveSteps(curve: PercentCurve, histogram: Uint32Array): readonly CurveStep[] {
  const steps: CurveStep[] = [];
  for (let threshold = SLIDER_MAX; threshold >= SLIDER_MIN; threshold -= CURVE_STEP) {
    steps.push({
      threshold,
      entitlements: curve.entitlements[threshold] ?? 0,
      resources: curve.resources[threshold] ?? 0,
      between: histogram
        .subarray(threshold, threshold + CURVE_STEP)
        .reduce((sum, held) => sum + held, 0),
    });
  }
  return steps;
}

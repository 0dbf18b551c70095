/** What a replay has to say of a report that is not in the log. Pure. */
import { policyBuilderRoutes } from "../../features/policy-builder/index.ts";
import type { States } from "../../kernel/log/states.ts";
import type { LoggedBody } from "../../kernel/log/loggedBody.ts";

export interface CitedReport {
  readonly digest: string;
  /** Bytes. */
  readonly size: number;
}

export interface LeftOutReport extends CitedReport {
  /** Percent. */
  readonly threshold: number;
  /** Steps of the selection so far. */
  readonly steps: number;
}

/** The report that the states stand at. */
export function citedReport(states: States): CitedReport | null {
  const reports = states.get("policyBuilder/reports") as
    | { readonly stored: CitedReport | null }
    | undefined;
  return reports?.stored ?? null;
}

/** Null where the open screen shows no report, or the log holds it. */
export function leftOutReport(states: States, bodies: readonly LoggedBody[]): LeftOutReport | null {
  const screen = states.get("navigation/screen") as { readonly route: string } | null | undefined;
  const report = citedReport(states);
  if (!policyBuilderRoutes.some(({ name }) => name === screen?.route) || !report) return null;
  if (bodies.some(({ digest }) => digest === report.digest)) return null;
  const builder = states.get("policyBuilder") as
    | { readonly threshold: number; readonly ops: readonly unknown[] }
    | undefined;
  return {
    digest: report.digest,
    size: report.size,
    threshold: builder?.threshold ?? 0,
    steps: builder?.ops.length ?? 0,
  };
}

/** The states of runs. Pure. */
import { countChanges } from "#events/rules/runs.ts";
import type { ObjectContent, RunGate, SystemRun } from "#events/entities/systemRun.ts";

/** A worker reads or writes, so its progress changes. */
export function isRunning(run: Pick<SystemRun, "status"> | null): boolean {
  return run !== null && ["waiting", "reading", "applying"].includes(run.status);
}

/** How many changes of a plan are applied; null for a run that does not apply a plan. */
export function appliedOf({
  status,
  progress,
  counts,
}: Pick<SystemRun, "status" | "progress" | "counts">): { done: number; all: number } | null {
  if (status !== "applying" || counts === null) return null;
  const all = countChanges(counts);
  return { done: Math.min(progress, all), all };
}

/** Its changes are known. */
export function hasPlan({ status, counts }: Pick<SystemRun, "status" | "counts">): boolean {
  return counts !== null && status !== "waiting" && status !== "reading";
}

export interface ContentLine {
  /** The attribute; null for the status of the account, and empty for its entitlements. */
  readonly name: string;
  readonly kind: "attribute" | "active" | "entitlements";
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly isChanged: boolean;
}

/** An object line by line, what changed first. */
export function contentLines(
  before: ObjectContent | null,
  after: ObjectContent | null,
): readonly ContentLine[] {
  const names = [
    ...new Set([...Object.keys(before?.attributes ?? {}), ...Object.keys(after?.attributes ?? {})]),
  ].toSorted();
  const lines: Omit<ContentLine, "isChanged">[] = [
    {
      name: "",
      kind: "active",
      before: activeOf(before),
      after: activeOf(after),
    },
    {
      name: "",
      kind: "entitlements",
      before: (before?.entitlements ?? []).toSorted(),
      after: (after?.entitlements ?? []).toSorted(),
    },
    ...names.map((name) => ({
      name,
      kind: "attribute" as const,
      before: before?.attributes[name] ?? [],
      after: after?.attributes[name] ?? [],
    })),
  ];
  return lines
    .filter((line) => line.before.length > 0 || line.after.length > 0)
    .map((line) => ({
      ...line,
      isChanged: JSON.stringify(line.before) !== JSON.stringify(line.after),
    }))
    .toSorted((one, other) => Number(other.isChanged) - Number(one.isChanged));
}

function activeOf(content: ObjectContent | null): readonly string[] {
  const active = content?.active ?? null;
  return active === null ? [] : [String(active)];
}

/** The share of a system that a gate compares with its limit. */
export interface GateFigure {
  readonly part: number;
  /** Not zero. */
  readonly of: number;
  /** Percent that a plan may change without a decision. */
  readonly limit: number;
  /** Whether the objects are people. */
  readonly isHr: boolean;
}

/** The figures behind a gate; null if it has none or they are not known. */
export function gateFigure(
  { counts, compared }: Pick<SystemRun, "counts" | "compared">,
  gate: Exclude<RunGate, "incomplete">,
  isHr: boolean,
): GateFigure | null {
  if (!counts || !compared) return null;
  const { known, held, lost, maxGonePercent, maxRenamedPercent } = compared;
  const gone = { part: counts.gone, of: known, limit: maxGonePercent, isHr };
  const figure = {
    manyGone: gone,
    becameEmpty: gone,
    manyRenamed: { part: counts.renamed, of: known, limit: maxRenamedPercent, isHr },
    manyLost: { part: lost, of: held, limit: maxGonePercent, isHr },
  }[gate];
  return figure.of === 0 ? null : figure;
}

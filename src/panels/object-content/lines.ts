/** The lines in which an object is shown before and after a change. Pure. */
import type { ObjectContent } from "#events/entities/systemRun.ts";

export interface ContentLine {
  /** The attribute; empty for other kinds. */
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

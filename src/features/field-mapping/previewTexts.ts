/** Texts about values and their problems. */
import type { MappingProblem } from "#events/entities/mapping.ts";
import type { PreviewMessages } from "./previewMessages.ts";

export function valuesText(values: readonly string[], t: PreviewMessages): string {
  return values.length === 0 ? t.noValue : values.join(", ");
}

export function problemText({ code, detail }: MappingProblem, t: PreviewMessages): string {
  return detail === "" ? t.problems[code] : t.withDetail(t.problems[code], detail);
}

/** The name of a problem's code, also of one that a newer server tells. */
export function problemName(code: string, t: PreviewMessages): string {
  const known: Readonly<Record<string, string>> = t.problems;
  return known[code] ?? code;
}

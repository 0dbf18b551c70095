/** Texts of the paths by which policies reach people. */
import type { PolicyPath } from "../entities/holder.ts";

/** "Sales > Field sales": the names from the org with the policy down. */
export function pathText(names: readonly string[]): string {
  return names.join(" > ");
}

export function pathTexts(paths: readonly PolicyPath[]): readonly string[] {
  return paths.map(({ names }) => pathText(names));
}

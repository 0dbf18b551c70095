/** Texts of the paths by which policies reach people. */
import type { PolicyPath } from "../entities/holder.ts";

/** "Sales > Field sales": the names from the org with the policy down. */
export function pathText(names: readonly string[]): string {
  return names.join(" > ");
}

/** An access role comes first, with the path of the policy that induces it. */
export function pathTexts(paths: readonly PolicyPath[]): readonly string[] {
  return paths.map(({ names, role }) => {
    if (role === undefined) return pathText(names);
    return names.length === 0 ? role.name : `${role.name} (${pathText(names)})`;
  });
}

/** Texts of the paths by which policies reach people. */
import type { PolicyPath } from "../entities/holder.ts";
import type { InheritedEntitlement } from "../entities/org.ts";

/** "Sales > Field sales": the names from the org with the policy down. */
export function pathText(names: readonly string[]): string {
  return names.join(" > ");
}

/** An access role comes first, with the path of the policy that induces it. */
function textOf(names: readonly string[], role: { readonly name: string } | null): string {
  if (role === null) return pathText(names);
  return names.length === 0 ? role.name : `${role.name} (${pathText(names)})`;
}

export function pathTexts(paths: readonly PolicyPath[]): readonly string[] {
  return paths.map(({ names, role }) => textOf(names, role ?? null));
}

/** Where an org inherits an entitlement from. */
export function inheritanceText({
  path,
  role,
}: Pick<InheritedEntitlement, "path" | "role">): string {
  return textOf(path, role ?? null);
}

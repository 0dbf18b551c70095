/** Texts about people and the policies that reach them. Pure. */
import type { Holder } from "#events/entities/holder.ts";

/** Each policy that grants the entitlement: the org that has it, then those down to the person's own. */
export function pathsOf({ paths }: Pick<Holder, "paths">): readonly string[] {
  return paths.map(({ names }) => names.join(" > "));
}

/** How people and the policies that reach them read. Pure. */
import type { Holder } from "#events/entities/holder.ts";

/** The name of a person, or what else identifies them. */
export function holderName({ givenName, familyName, username, externalId }: Holder): string {
  const full = [givenName, familyName].filter(Boolean).join(" ");
  return full || username || externalId;
}

/** Each policy that grants the entitlement: the org that has it, then those down to the person's own. */
export function pathsOf({ paths }: Pick<Holder, "paths">): readonly string[] {
  return paths.map(({ names }) => names.join(" > "));
}

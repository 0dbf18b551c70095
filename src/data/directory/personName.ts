import type { Identity } from "#events/entities/directory.ts";

/** A person's name, or another identifier. */
export function personName({
  givenName,
  familyName,
  username,
  externalId,
}: Pick<Identity, "givenName" | "familyName" | "username" | "externalId">): string {
  const full = [givenName, familyName].filter(Boolean).join(" ");
  return full || username || externalId;
}

/** How the product names people and users. Lists sort by family name, then given name, so the family name comes first. */

interface Named {
  readonly givenName: string | null;
  readonly familyName: string | null;
}

/** "Lovelace, Ada"; empty without both names. */
export function fullName({ familyName, givenName }: Named): string {
  return [familyName?.trim(), givenName?.trim()].filter(Boolean).join(", ");
}

/** A person's name, or another identifier. */
export function personName({
  username,
  externalId,
  ...named
}: Named & { readonly username: string | null; readonly externalId: string }): string {
  return fullName(named) || username || externalId;
}

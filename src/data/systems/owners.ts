/** The users who can be chosen as the owner of something. */
import type { ClientUser } from "#events/entities/client.ts";
import { fullName } from "#events/rules/personName.ts";

type Named = Pick<ClientUser, "id" | "givenName" | "familyName">;

/**
 * @param others users who can be chosen as well.
 * @param current the present owner, who stays a choice.
 */
export function ownerOptions(
  owners: readonly Named[],
  others: readonly Named[],
  current: { readonly ownerId: string | null; readonly owner: string | null } | null,
): readonly { readonly value: string; readonly label: string }[] {
  const choices = new Map([...owners, ...others].map(({ id, ...user }) => [id, fullName(user)]));
  if (current?.ownerId && !choices.has(current.ownerId)) {
    choices.set(current.ownerId, current.owner ?? current.ownerId);
  }
  return [...choices]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

/** The key by which lists of users are searched; `listedUsers.ts` writes it. */
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";

export interface Named {
  readonly username: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string | null;
}

/** The normal form of user searches: that of all filters, without accents. */
export function toSearched(text: string): string {
  return foldAccents(normalizeForFilter(text));
}

/** The search key of a user, equal in every client. */
export function searchKeyOf({ username, given_name, family_name, email }: Named): string {
  const parts = [given_name + family_name, family_name + given_name, username, email ?? ""];
  // Filters contain no line break, so no match spans two texts.
  return parts.map(toSearched).join("\n");
}

/** Keys by which lists of users are sorted and searched; `listedUsers.ts` writes them. */
import { cutText } from "#events/rules/cutText.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";

/** Maximum characters of a sort key: index entries are limited in size, and prefixes sort well enough. */
const SORT_KEY_LENGTH = 100;

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

/** The keys of a user, equal in every client. */
export function keysOf({ username, given_name, family_name, email }: Named) {
  const parts = [given_name + family_name, family_name + given_name, username, email ?? ""];
  const [, byName = "", byUsername = "", byEmail = ""] = parts.map(normalizeForFilter);
  return {
    name: cutText(byName, SORT_KEY_LENGTH),
    username: cutText(byUsername, SORT_KEY_LENGTH),
    email: cutText(byEmail, SORT_KEY_LENGTH),
    // Filters contain no line break, so no match spans two texts.
    search: parts.map(toSearched).join("\n"),
  };
}

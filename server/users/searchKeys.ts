/** The keys that lists of users are ordered and searched by; `listedUsers.ts` writes them. */
import { cutText } from "#events/rules/cutText.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { foldAccents } from "#events/rules/foldAccents.ts";

/** Characters of a sort key: index entries are limited in size, and beginnings sort well enough. */
const SORT_KEY_LENGTH = 100;

export interface Named {
  readonly username: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly email: string | null;
}

/** The form in which searches of users compare: that of all filters, without accents. */
export function toSearched(text: string): string {
  return foldAccents(normalizeForFilter(text));
}

/** The keys of a user, of every client alike. */
export function keysOf({ username, given_name, family_name, email }: Named) {
  const parts = [given_name + family_name, family_name + given_name, username, email ?? ""];
  const [, byName = "", byUsername = "", byEmail = ""] = parts.map(normalizeForFilter);
  return {
    name: cutText(byName, SORT_KEY_LENGTH),
    username: cutText(byUsername, SORT_KEY_LENGTH),
    email: cutText(byEmail, SORT_KEY_LENGTH),
    // A line break is in no filter: no match spans two of the texts.
    search: parts.map(toSearched).join("\n"),
  };
}

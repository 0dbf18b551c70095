/** What lists of people have in common: sorts, columns, and the columns of their CSV files. */
import { sql } from "kysely";
import type { Identity } from "#events/entities/directory.ts";
import type { SortKey } from "../lists/list.ts";

/** Without case and accents, and with numbers by their value. */
export const byName = (...columns: readonly string[]): SortKey[] =>
  columns.map((column) => ({
    by: sql`sort_key(${sql.ref(`i.${column}`)}) collate "C"`,
    nullsLast: true,
  }));

/** By stored keys, in an index. */
export const BY_FULL_NAME: readonly SortKey[] = ["family_sort", "given_sort"].map((column) => ({
  by: sql.ref(`i.${column}`),
  nullsLast: true,
}));

export const PERSON_SORTS = {
  name: BY_FULL_NAME,
  username: byName("username"),
  jobTitle: byName("job_title"),
};

/** A CSV export continues after the last row, so the sort has one direction and no missing values. */
export const PERSON_ORDER = { field: "externalId", direction: "asc" } as const;

/** Of an identity `i`. */
export const PERSON_COLUMNS = sql`i.oid, i.external_id as "externalId", i.username,
  i.given_name as "givenName", i.family_name as "familyName", i.job_title as "jobTitle"`;

type Person = Pick<Identity, "externalId" | "username" | "givenName" | "familyName" | "jobTitle">;

export const PERSON_CSV_COLUMNS = {
  id: ({ externalId }: Person) => externalId,
  username: ({ username }: Person) => username ?? "",
  givenName: ({ givenName }: Person) => givenName ?? "",
  familyName: ({ familyName }: Person) => familyName ?? "",
  jobTitle: ({ jobTitle }: Person) => jobTitle ?? "",
};

/**
 * Finds addresses in any case with the same folding in every database: that of the collation "C", because they are
 * ASCII.
 */
import type { Migration } from "../migration.ts";

export const emailKeys: Migration = {
  name: "0018_emailKeys",
  statements: [
    `drop index users_email`,
    `create index users_email on users (lower(email collate "C"))`,
  ],
};

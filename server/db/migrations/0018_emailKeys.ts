/** Addresses are found in any case by the same letters in every database: those of the collation "C", as they are ASCII. */
import type { Migration } from "../migration.ts";

export const emailKeys: Migration = {
  name: "0018_emailKeys",
  statements: [
    `drop index users_email`,
    `create index users_email on users (lower(email collate "C"))`,
  ],
};

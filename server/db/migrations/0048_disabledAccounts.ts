/** Finds the people with an account whose user cannot sign in. */
import type { Migration } from "../migration.ts";

export const disabledAccounts: Migration = {
  name: "0048_disabledAccounts",
  statements: [
    `create index accounts_disabled on accounts (client_id, identity_oid)
      where identity_oid is not null and not active`,
  ],
};

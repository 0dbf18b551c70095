/** Identifies the first account by its id: the user whom the server added. */
import type { Migration } from "../migration.ts";

export const firstAccount: Migration = {
  name: "0017_firstAccount",
  statements: [
    `insert into settings (key, value)
    select 'first_account', to_jsonb(id) from users
    where id::text in (select target from audit where call = 'server/userAdded')`,
  ],
};

/** Cases about access that ends soon, and the order of orphaned accounts. */
import type { Migration } from "../migration.ts";

export const caseKinds: Migration = {
  name: "0040_caseKinds",
  statements: [
    `alter table cases drop constraint cases_kind_check`,
    `alter table cases add constraint cases_kind_check
      check (kind in ('outsidePolicy', 'missingAccess', 'expiringSoon', 'orphanedAccount'))`,
    `create index accounts_orphaned on accounts (client_id, name, id) where identity_oid is null`,
  ],
};

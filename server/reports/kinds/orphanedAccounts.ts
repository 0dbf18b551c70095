/** Accounts that belong to nobody, with the number of entitlements that they hold. */
import { sql } from "kysely";
import { NO_SUBJECT } from "#events/entities/case.ts";
import { accountReport, ACCOUNTS_PER_PAGE } from "./accountRows.ts";

interface Account {
  readonly id: string;
  readonly name: string;
  readonly entitlements: number;
}

export const orphanedAccounts = accountReport<Account>(
  async (db, { clientId, resourceId, after }) => {
    const { rows } = await sql<Account>`
      select a.id, a.name, cardinality(a.entitlement_nos) as entitlements from accounts a
      where a.client_id = ${clientId} and a.resource_id = ${resourceId}
        and a.identity_oid is null ${after === null ? sql`` : sql`and a.name > ${after}`}
      order by a.name limit ${ACCOUNTS_PER_PAGE}
    `.execute(db);
    return rows;
  },
  ({ name, entitlements }, resource) => [name, resource.name, entitlements],
  ({ id }) => ({ ...NO_SUBJECT, kind: "orphanedAccount", accountId: id }),
);

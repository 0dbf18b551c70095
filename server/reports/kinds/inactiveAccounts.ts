/** Accounts of ended people, accounts whose user cannot sign in, and accounts without entitlements. */
import { sql } from "kysely";
import type { InactiveReason } from "#events/entities/report.ts";
import { personName } from "../../directory/personName.ts";
import { accountReport, ACCOUNTS_PER_PAGE } from "./accountRows.ts";

interface Account {
  readonly name: string;
  /** null for an orphaned account. */
  readonly person: string | null;
  readonly reason: InactiveReason;
  readonly entitlements: number;
}

export const inactiveAccounts = accountReport<Account>(
  async (db, { clientId, resourceId, after }) => {
    const { rows } = await sql<Account>`
      select a.name, ${personName("i")} as person, cardinality(a.entitlement_nos) as entitlements,
        case when i.ended_at is not null then 'ended' when not a.active then 'disabled'
          else 'empty' end as reason
      from accounts a
      left join identities i on i.client_id = a.client_id and i.oid = a.identity_oid
      where a.client_id = ${clientId} and a.resource_id = ${resourceId}
        and (i.ended_at is not null or not a.active or cardinality(a.entitlement_nos) = 0)
        ${after === null ? sql`` : sql`and a.name > ${after}`}
      order by a.name limit ${ACCOUNTS_PER_PAGE}
    `.execute(db);
    return rows;
  },
  ({ name, person, reason, entitlements }, resource) => [
    name,
    person,
    resource.name,
    reason,
    entitlements,
  ],
);

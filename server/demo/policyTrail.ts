/** Completes the history of the demo's policies: the people of each change, and its entry in the audit trail. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { AccessGraphs } from "../access/loadGraph.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { countInducements } from "../orgs/policy/queries.ts";
import { recordPeople } from "../policyChanges/changedPeople.ts";

interface Change {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly kind: string;
  readonly orgOid: string;
  readonly added: string[];
  readonly removed: string[];
  /** By role: the bounds before and after. */
  readonly periods: Readonly<Record<string, readonly (string | null)[]>>;
  /** Whether the change is about an access role. */
  readonly ofAccessRole: boolean;
}

/** Goes from the newest change back to the oldest, so that each is recorded with the policies of its time. */
export async function completePolicyTrail(
  tx: Transaction<Database>,
  clientId: string,
): Promise<void> {
  const { rows: changes } = await sql<Change>`
    select h.id, h.at, h.actor, h.kind, c.org_oid as "orgOid", c.added, c.removed,
      c.changed_periods as periods,
      exists (select from access_roles r
        where r.client_id = h.client_id and r.oid = any(c.added || c.removed)) as "ofAccessRole"
    from policy_changes h
    join policy_change_orgs c on c.client_id = h.client_id and c.change_id = h.id
    where h.client_id = ${clientId}
    order by h.at desc, h.id desc
  `.execute(tx);
  const policies = await tx
    .selectFrom("inducements")
    .selectAll()
    .where("client_id", "=", clientId)
    .execute();
  const app = { accessGraphs: new AccessGraphs() };
  for (const change of changes) {
    await recordPeople(tx, { app, client: { id: clientId }, at: change.at }, change.id);
    const count = await countInducements(tx, clientId, change.orgOid);
    await addEntry(tx, clientId, change, count);
    await takeBack(tx, clientId, change);
  }
  await tx.deleteFrom("inducements").where("client_id", "=", clientId).execute();
  if (policies.length > 0) await tx.insertInto("inducements").values(policies).execute();
}

async function takeBack(
  tx: Transaction<Database>,
  clientId: string,
  { at, orgOid, added, removed, periods }: Change,
): Promise<void> {
  for (const [roleOid, [from = null, until = null]] of Object.entries(periods)) {
    await tx
      .updateTable("inducements")
      .set({
        valid_from: from === null ? null : new Date(from),
        valid_until: until === null ? null : new Date(until),
      })
      .where("client_id", "=", clientId)
      .where("org_oid", "=", orgOid)
      .where("role_oid", "=", roleOid)
      .execute();
  }
  await sql`
    delete from inducements
    where client_id = ${clientId} and org_oid = ${orgOid} and role_oid = any(${toUuids(added)})
  `.execute(tx);
  await sql`
    insert into inducements (client_id, id, org_oid, role_oid, created_at)
    select ${clientId}, gen_random_uuid(), ${orgOid}, role_oid, ${at}
    from unnest(${toUuids(removed)}) as role_oid
  `.execute(tx);
}

/** @param count of the policy's entitlements after the change */
async function addEntry(
  tx: Transaction<Database>,
  clientId: string,
  change: Change,
  count: number,
): Promise<void> {
  const { at, actor } = change;
  const { call, target, before, after } = entryOf(change, count);
  await tx
    .insertInto("audit")
    .values([
      {
        id: randomUUID(),
        at,
        client_id: clientId,
        actor_id: null,
        actor,
        call,
        target,
        before: before === null ? null : JSON.stringify(before),
        after: JSON.stringify(after),
      },
    ])
    .execute();
}

interface Entry {
  readonly call: string;
  readonly target: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** What the call of the change writes into the audit trail. */
function entryOf(change: Change, count: number): Entry {
  const { kind, orgOid, added, removed, periods, ofAccessRole } = change;
  const [period] = Object.entries(periods);
  if (period) {
    const [entitlement, [from = null, until = null, newFrom = null, newUntil = null]] = period;
    return {
      call: "orgs/setInducementPeriod",
      target: orgOid,
      before: { validFrom: from, validUntil: until },
      after: { entitlement, validFrom: newFrom, validUntil: newUntil },
    };
  }
  const [role] = added;
  if (ofAccessRole && role !== undefined) {
    const after = { org: orgOid, validFrom: null, validUntil: null };
    return { call: "accessRoles/grantRole", target: role, before: null, after };
  }
  return {
    call: kind === "remove" ? "orgs/deleteInducement" : "orgs/induce",
    target: orgOid,
    before: {
      inducementCount: count - added.length + removed.length,
      ...(removed.length > 0 && { removed }),
    },
    after: { inducementCount: count, ...(added.length > 0 && { added }) },
  };
}

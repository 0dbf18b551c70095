/** Takes back what a run of an HR system changed in people, orgs, memberships and access roles. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../db/schema.ts";
import { IS_PERSON_USED } from "../../directory/personUses.ts";
import type { FormerPerson, FormerRole } from "../../db/systemTables.ts";
import { listedRows } from "../../db/listedKeys.ts";
import { PERSON_STATE } from "../../import/personState.ts";
import { removeIdentities, restoreIdentities } from "../../import/restoreIdentities.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { deleteOrgNames } from "../../names/commands.ts";
import { originOf, type ApplyRequest } from "./applyRequest.ts";
import type { RunPlace } from "./leases.ts";
import { IS_ORG_USED } from "./peopleDependents.ts";

const ROWS = 1000;

export interface RestoredPeople {
  readonly restored: number;
  readonly removed: number;
  readonly orgsRemoved: number;
}

interface KeptPerson {
  readonly oid: string;
  readonly former: FormerPerson | null;
  readonly roles: readonly FormerRole[] | null;
  readonly present: FormerPerson;
  readonly isUsed: boolean;
}

/** People and orgs that something else has changed or used since the undo was allowed stay as they are. */
export async function restorePeople(
  tx: Transaction<Database>,
  request: ApplyRequest,
  undone: RunPlace,
): Promise<RestoredPeople> {
  let after = "00000000-0000-0000-0000-000000000000";
  let restored = 0;
  let removed = 0;
  for (;;) {
    const held = await holdPeople(tx, undone, after);
    const page = await keptPeople(tx, undone, held);
    const former = page.flatMap((one) =>
      one.former === null ? [] : [{ ...one, former: one.former }],
    );
    await restoreIdentities(tx, undone.clientId, originOf(request), former);
    await restoreRoles(tx, undone, former);
    const added = page.filter((one) => one.former === null && !one.isUsed).map(({ oid }) => oid);
    await removeIdentities(tx, undone.clientId, added);
    restored += former.length;
    removed += added.length;
    const last = held.at(-1);
    if (last === undefined || held.length < ROWS) break;
    after = last;
  }
  return { restored, removed, orgsRemoved: await removeOrgs(tx, undone) };
}

/**
 * Locks the next people whom the run changed, so that nothing begins to use them. A statement that waits for a lock does
 * not see what was written meanwhile, so `keptPeople` is a statement of its own.
 */
async function holdPeople(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  after: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ oid: string }>`
    select person.oid from system_run_people kept
    join identities person on person.client_id = kept.client_id and person.oid = kept.identity_oid
    where kept.client_id = ${clientId} and kept.resource_id = ${resourceId} and kept.run_oid = ${oid}
      and kept.identity_oid > ${after}
    order by kept.identity_oid
    limit ${ROWS}
    for update of person
  `.execute(tx);
  return rows.map((row) => row.oid);
}

/** Those of the people who are as the run left them. */
async function keptPeople(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  oids: readonly string[],
): Promise<readonly KeptPerson[]> {
  const { rows } = await sql<KeptPerson>`
    select person.oid, kept.former, kept.former_roles as roles, ${PERSON_STATE} as present,
      ${IS_PERSON_USED} as "isUsed"
    from system_run_people kept
    join identities person on person.client_id = ${clientId} and person.oid = kept.identity_oid
    where kept.client_id = ${clientId} and kept.resource_id = ${resourceId} and kept.run_oid = ${oid}
      and person.oid = any(${toUuids(oids)}) and md5(${PERSON_STATE}::text) = kept.written
    order by kept.identity_oid
  `.execute(tx);
  return rows;
}

/** Assignments that something else has changed since stay. */
async function restoreRoles(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  people: readonly KeptPerson[],
): Promise<void> {
  const roles = people.flatMap((person) => person.roles ?? []);
  if (roles.length === 0) return;
  await sql`
    update access_role_assignments role set valid_until = item.until::timestamptz
    from ${listedRows(roles, {
      id: ["uuid", ({ id }) => id],
      until: ["text", ({ until }) => until],
    })}, system_runs run
    where role.client_id = ${clientId} and role.id = item.id
      and run.client_id = ${clientId} and run.resource_id = ${resourceId} and run.oid = ${oid}
      and role.valid_until = run.ended_at
  `.execute(tx);
}

/** @returns how many orgs that the run added were removed. */
async function removeOrgs(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<number> {
  // A statement that waits for a lock does not see what others wrote while it waited, so another one reads the uses.
  await sql`
    select from system_run_orgs kept
    join orgs on orgs.client_id = kept.client_id and orgs.oid = kept.org_oid
    where kept.client_id = ${clientId} and kept.resource_id = ${resourceId} and kept.run_oid = ${oid}
    order by orgs.oid for update of orgs
  `.execute(tx);
  const { rows } = await sql<{ oid: string }>`
    delete from orgs using system_run_orgs kept
    where kept.client_id = ${clientId} and kept.resource_id = ${resourceId} and kept.run_oid = ${oid}
      and orgs.client_id = ${clientId} and orgs.oid = kept.org_oid
      and not exists (
        select from orgs org where org.client_id = ${clientId} and org.oid = kept.org_oid and ${IS_ORG_USED})
      and not exists (
        select from identity_orgs member where member.client_id = ${clientId} and member.org_oid = kept.org_oid)
    returning orgs.oid
  `.execute(tx);
  await deleteOrgNames(
    tx,
    clientId,
    rows.map((row) => row.oid),
  );
  return rows.length;
}

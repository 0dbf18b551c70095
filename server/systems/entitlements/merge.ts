/** Merging entitlements: whatever refers to the merged ones refers to the kept one, in one transaction. */
import { createHash, randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import type { EntitlementMerge } from "#events/entities/entitlementReview.ts";
import { holdRole, storeRole } from "../../accessRoles/content.ts";
import type { CallContext } from "../../callContext.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import { holdLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { storeCounts } from "../../directory/queries.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { dropReports } from "../../mining/queries.ts";
import { conflict, invalidFields, notFound } from "../../plugins/errors.ts";
import { message } from "#events/messages/message.ts";
import { storePeople } from "../../policyChanges/changedPeople.ts";
import { countChange, startChange } from "../../policyChanges/history.ts";
import { planReplacement } from "../../policyChanges/replacement.ts";
import { keepNames } from "../../policyChanges/roleNames.ts";
import { addGrants, removeGrants } from "../../policyChanges/writeGrants.ts";
import { requireIdle } from "../systemLock.ts";

interface Merge extends SystemPlace {
  readonly keptId: string;
  readonly mergedIds: readonly string[];
}

interface Part {
  readonly id: string;
  readonly no: number;
  readonly name: string;
  readonly roleOid: string;
}

interface Parts {
  readonly kept: Part;
  readonly merged: readonly Part[];
}

/** @throws ApiError ENOTFOUND; EINVALID if the kept one is among the merged ones. */
async function loadParts(
  db: Kysely<Database>,
  { clientId, resourceId, keptId, mergedIds }: Merge,
): Promise<Parts> {
  const ids = [...new Set(mergedIds.map((id) => id.toLowerCase()))];
  if (ids.includes(keptId)) {
    throw invalidFields({ mergedIds: message("entitlements.mergesItself") });
  }
  const { rows } = await sql<Part>`
    select id, no, name, role_oid as "roleOid" from entitlements
    where client_id = ${clientId} and resource_id = ${resourceId}
      and id = any(${toUuids([keptId, ...ids])})
    order by name
  `.execute(db);
  const kept = rows.find(({ id }) => id === keptId);
  const merged = rows.filter(({ id }) => id !== keptId);
  if (!kept || merged.length !== ids.length) throw notFound("entitlements.notFound");
  return { kept, merged };
}

/** @throws ApiError ENOTFOUND, EINVALID */
export async function previewMerge(db: Kysely<Database>, merge: Merge): Promise<EntitlementMerge> {
  return describe(db, merge, await loadParts(db, merge));
}

async function describe(
  db: Kysely<Database>,
  { clientId, resourceId }: Merge,
  { kept, merged }: Parts,
): Promise<EntitlementMerge> {
  const roles = rolesOf(merged);
  const { rows } = await sql<{
    accounts: number;
    policies: number;
    roles: number;
    state: string;
  }>`
    select a.accounts, i.policies, r.roles, concat_ws('/', a.state, i.state, r.state) as state
    from (
      select count(*) as accounts, md5(string_agg(id::text, ',' order by id)) as state
      from accounts where client_id = ${clientId} and resource_id = ${resourceId}
        and entitlement_nos && ${numbersOf(merged)}
    ) a, (
      select count(distinct org_oid) filter (where role_oid = any(${roles})) as policies,
        md5(string_agg(concat_ws(' ', org_oid, role_oid, valid_from, valid_until), ','
          order by org_oid, role_oid)) as state
      from inducements where client_id = ${clientId}
        and role_oid = any(${rolesOf([kept, ...merged])})
    ) i, (
      select count(*) as roles,
        md5(string_agg(concat_ws(' ', r.oid, r.version), ',' order by r.oid)) as state
      from access_roles r
      where r.client_id = ${clientId} and exists (select from access_role_entitlements e
        where e.client_id = ${clientId} and e.access_role_oid = r.oid
          and e.role_oid = any(${roles}))
    ) r
  `.execute(db);
  const { accounts = 0, policies = 0, roles: roleCount = 0, state = "" } = rows[0] ?? {};
  const named = ({ id, name }: Part) => ({ id, name });
  const described = {
    kept: named(kept),
    merged: merged.map(named),
    accountCount: accounts,
    policyCount: policies,
    accessRoleCount: roleCount,
  };
  return {
    ...described,
    fingerprint: createHash("sha256")
      .update(JSON.stringify([described, state]))
      .digest("base64url"),
  };
}

const rolesOf = (parts: readonly Part[]) => toUuids(parts.map(({ roleOid }) => roleOid));
const numbersOf = (parts: readonly Part[]): RawBuilder<unknown> =>
  sql`${`{${parts.map(({ no }) => no).join(",")}}`}::int[]`;

/**
 * Policies and access roles change in their own histories. Mining reports are dropped, because they mention the merged
 * entitlements.
 *
 * @throws ApiError ENOTFOUND, EINVALID, ECONFLICT
 */
export function mergeEntitlements(
  context: CallContext,
  merge: Merge,
  fingerprint: string,
): Promise<EntitlementMerge> {
  return inTransaction(context.db, async (tx) => {
    // No import adds accounts, and no change grants entitlements, until the end.
    await holdLock(tx, "imports");
    await holdLock(tx, "policies");
    await requireIdle(tx, merge);
    const parts = await loadParts(tx, merge);
    const described = await describe(tx, merge, parts);
    if (described.fingerprint !== fingerprint) throw conflict("entitlements.mergeChanged");
    await keepNames(
      tx,
      { clientId: merge.clientId, at: context.at },
      sql`e.role_oid = any(${rolesOf(parts.merged)})`,
    );
    const policyChange =
      described.policyCount > 0 ? await moveGrants(tx, context, merge, parts) : null;
    await changeRoles(tx, context, merge, parts);
    // Orgs are locked before entitlements.
    await holdParts(tx, merge);
    await moveAccounts(tx, merge, parts);
    await moveNames(tx, merge, parts);
    await tx
      .deleteFrom("entitlements")
      .where("client_id", "=", merge.clientId)
      .where(
        "id",
        "in",
        parts.merged.map(({ id }) => id),
      )
      .execute();
    await storeCounts(tx, merge.clientId);
    await dropReports(tx, merge.clientId, null);
    const { fingerprint: _fingerprint, merged, kept, ...counts } = described;
    await context.audit(tx, {
      target: merge.resourceId,
      before: { merged: merged.map(({ id, name }) => ({ id, name })) },
      after: { kept: kept.id, name: kept.name, ...counts, ...(policyChange && { policyChange }) },
    });
    return described;
  });
}

/** No one reviews them until the end. */
async function holdParts(
  tx: Transaction<Database>,
  { clientId, keptId, mergedIds }: Merge,
): Promise<void> {
  await sql`
    select id from entitlements
    where client_id = ${clientId} and id = any(${toUuids([keptId, ...mergedIds])})
    order by id for update
  `.execute(tx);
}

/**
 * A policy grants the kept one for the time from the first begin to the last end of its grants that are not over. The
 * history records who has the kept one instead, also by access roles.
 *
 * @returns the id of the change of policies.
 */
async function moveGrants(
  tx: Transaction<Database>,
  context: CallContext,
  { clientId, resourceId }: Merge,
  { kept, merged }: Parts,
): Promise<string> {
  const { at } = context;
  const id = randomUUID();
  const { rows } = await sql<{ org: string; from: string | null; until: string | null }>`
    select org_oid as org,
      case when bool_or(valid_from is null) then null else min(valid_from)::text end as from,
      case when bool_or(valid_until is null) then null else max(valid_until)::text end as until
    from inducements
    where client_id = ${clientId} and role_oid = any(${rolesOf([kept, ...merged])})
      and (valid_until is null or valid_until > ${at})
    group by org_oid having bool_or(role_oid = any(${rolesOf(merged)}))
  `.execute(tx);
  const wanted = sql`
    select org_oid, valid_from, valid_until from unnest(
      ${toUuids(rows.map(({ org }) => org))},
      ${rows.map(({ from }) => from)}::timestamptz[],
      ${rows.map(({ until }) => until)}::timestamptz[]
    ) as w (org_oid, valid_from, valid_until)`;
  const plan = await planReplacement(tx, context, {
    gone: merged.map(({ roleOid }) => roleOid),
    kept: kept.roleOid,
  });
  await startChange(tx, context, { id, kind: "bulk", resourceId });
  await removeGrants(
    tx,
    clientId,
    id,
    sql`(i.role_oid = any(${rolesOf(merged)}) or (i.role_oid = ${kept.roleOid} and exists (
      select from (${wanted}) w where w.org_oid = i.org_oid
        and (w.valid_from is distinct from i.valid_from
          or w.valid_until is distinct from i.valid_until))))`,
  );
  await addGrants(
    tx,
    { clientId, at },
    id,
    sql`select w.org_oid, ${kept.roleOid}::uuid as role_oid, w.valid_from, w.valid_until
      from (${wanted}) w
      where not exists (select from inducements h where h.client_id = ${clientId}
        and h.org_oid = w.org_oid and h.role_oid = ${kept.roleOid})`,
  );
  if (plan) await storePeople(tx, id, plan);
  await countChange(tx, clientId, id);
  return id;
}

async function changeRoles(
  tx: Transaction<Database>,
  context: CallContext,
  { clientId }: Merge,
  { kept, merged }: Parts,
): Promise<void> {
  const gone = new Set(merged.map(({ roleOid }) => roleOid));
  const { rows } = await sql<{ oid: string }>`
    select distinct access_role_oid as oid from access_role_entitlements
    where client_id = ${clientId} and role_oid = any(${rolesOf(merged)}) order by oid
  `.execute(tx);
  for (const { oid } of rows) {
    const before = await holdRole(tx, clientId, oid);
    const others = before.entitlementOids.filter(
      (roleOid) => !gone.has(roleOid) && roleOid !== kept.roleOid,
    );
    const change = { entitlementOids: [...others, kept.roleOid].toSorted() };
    await storeRole(tx, context, before, change, "edited");
  }
}

async function moveAccounts(
  tx: Transaction<Database>,
  { clientId, resourceId }: Merge,
  { kept, merged }: Parts,
): Promise<void> {
  await sql`
    update accounts a set entitlement_nos = array(
      select distinct case when held.no = any(${numbersOf(merged)}) then ${kept.no}::int else held.no end as no
      from unnest(a.entitlement_nos) as held (no) order by no)
    where a.client_id = ${clientId} and a.resource_id = ${resourceId}
      and a.entitlement_nos && ${numbersOf(merged)}
  `.execute(tx);
}

/** Imports read the names of the merged ones as the kept one, which is interim only if all of them are. */
async function moveNames(
  tx: Transaction<Database>,
  { clientId, resourceId }: Merge,
  { kept, merged }: Parts,
): Promise<void> {
  const ids = toUuids(merged.map(({ id }) => id));
  await sql`
    update entitlement_aliases set entitlement_id = ${kept.id}
    where client_id = ${clientId} and entitlement_id = any(${ids})
  `.execute(tx);
  await sql`
    insert into entitlement_aliases (client_id, resource_id, name, entitlement_id)
    select ${clientId}::uuid, ${resourceId}::uuid, name, ${kept.id}::uuid
    from unnest(${merged.map(({ name }) => name)}::text[]) as item (name)
  `.execute(tx);
  await sql`
    update entitlement_reviews v set interim = false
    where v.client_id = ${clientId} and v.entitlement_id = ${kept.id} and v.interim
      and exists (
        select from unnest(${ids}) as item (id)
        left join entitlement_reviews m on m.client_id = ${clientId} and m.entitlement_id = item.id
        where not coalesce(m.interim, false))
  `.execute(tx);
}

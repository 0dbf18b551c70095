/** Deleting a resource: what is lost with it, and the removal of all of it in one transaction. */
import { createHash, randomUUID } from "node:crypto";
import { sql, type Kysely, type RawBuilder, type Transaction } from "kysely";
import type { SystemDeletion } from "#events/entities/systemConfiguration.ts";
import { message } from "#events/messages/message.ts";
import { canDeleteResource } from "#events/rules/permissions.ts";
import { holdRole, storeRole } from "../accessRoles/content.ts";
import type { CallContext } from "../callContext.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { storeCounts } from "../directory/queries.ts";
import { dropReports } from "../mining/queries.ts";
import { ApiError, conflict, notFound, notPermitted } from "../plugins/errors.ts";
import { MAX_RECORDED, storePeople } from "../policyChanges/changedPeople.ts";
import { countChange, startChange } from "../policyChanges/history.ts";
import { planReplacement } from "../policyChanges/replacement.ts";
import { keepNames } from "../policyChanges/roleNames.ts";
import { removeGrants } from "../policyChanges/writeGrants.ts";
import { unlockAll } from "./setup.ts";
import { requireIdle } from "./systemLock.ts";

/** Policies that the preview names. */
const NAMED_POLICIES = 100;

/** Selects the role oids of the entitlements of the resource. */
const roleOids = ({ clientId, resourceId }: SystemPlace): RawBuilder<unknown> => sql`
  select e.role_oid from entitlements e
  where e.client_id = ${clientId} and e.resource_id = ${resourceId}`;

/** Counts the rows of the resource in a table. */
const countOf = (table: string, { clientId, resourceId }: SystemPlace): RawBuilder<unknown> => sql`
  select count(*) from ${sql.table(table)}
  where client_id = ${clientId} and resource_id = ${resourceId}`;

/** @throws ApiError ENOTFOUND */
export async function previewDeletion(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<SystemDeletion> {
  const { clientId, resourceId } = place;
  const { rows } = await sql<{
    name: string;
    version: number | null;
    accounts: number;
    entitlements: number;
    runs: number;
    roles: number;
    users: number;
    mappings: number;
    rules: number;
    simulations: number;
    decisions: number;
    tasks: number;
    open_tasks: number;
    previews: number;
    files: number;
    reviews: number;
  }>`
    select r.name, c.version,
      (select count(*) from accounts a
        where a.client_id = ${clientId} and a.resource_id = r.id) as accounts,
      (select count(*) from entitlements e
        where e.client_id = ${clientId} and e.resource_id = r.id) as entitlements,
      (select count(*) from system_runs s
        where s.client_id = ${clientId} and s.resource_id = r.id) as runs,
      (select count(distinct a.access_role_oid) from access_role_entitlements a
        where a.client_id = ${clientId} and a.role_oid in (${roleOids(place)})) as roles,
      (select count(*) from user_resources u
        where u.client_id = ${clientId} and u.resource_id = r.id) as users,
      coalesce(jsonb_array_length(c.settings -> 'mappings'), 0) as mappings,
      (${countOf("correlation_rules", place)}) as rules,
      (${countOf("correlation_simulations", place)}) as simulations,
      (${countOf("correlation_decisions", place)}) as decisions,
      (${countOf("system_tasks", place)}) as tasks,
      (${countOf("system_tasks", place)} and state = 'open') as open_tasks,
      (${countOf("provisioning_plans", place)}) + (${countOf("mapping_previews", place)})
        as previews,
      (${countOf("system_files", place)} and complete) as files,
      (${countOf("entitlement_reviews", place)}
        and (display_name is not null or owner_id is not null or description <> '')) as reviews
    from resources r
    left join connected_systems c on c.client_id = ${clientId} and c.resource_id = r.id
    where r.client_id = ${clientId} and r.id = ${resourceId}
  `.execute(db);
  const [found] = rows;
  if (!found) throw notFound("resources.notFound");
  const policies = await sql<{
    orgOid: string;
    orgName: string;
    grantCount: number;
    policies: number;
    grants: number;
  }>`
    select o.oid as "orgOid", o.name as "orgName", count(*) as "grantCount",
      count(*) over () as policies, sum(count(*)) over () as grants
    from inducements i
    join orgs o on o.client_id = i.client_id and o.oid = i.org_oid
    where i.client_id = ${clientId} and i.role_oid in (${roleOids(place)})
    group by o.oid, o.name, o.sort_key
    order by o.sort_key, o.oid limit ${NAMED_POLICIES}
  `.execute(db);
  const counts = {
    name: found.name,
    accountCount: found.accounts,
    entitlementCount: found.entitlements,
    runCount: found.runs,
    policyCount: policies.rows[0]?.policies ?? 0,
    grantCount: policies.rows[0]?.grants ?? 0,
    accessRoleCount: found.roles,
    userCount: found.users,
    setup: {
      mappingCount: found.mappings,
      ruleCount: found.rules,
      simulationCount: found.simulations,
      decisionCount: found.decisions,
      taskCount: found.tasks,
      openTaskCount: found.open_tasks,
      previewCount: found.previews,
      fileCount: found.files,
      reviewCount: found.reviews,
    },
  };
  return {
    ...counts,
    policies: policies.rows.map(({ orgOid, orgName, grantCount }) => ({
      orgOid,
      orgName,
      grantCount,
    })),
    fingerprint: createHash("sha256")
      .update(JSON.stringify([counts, found.version]))
      .digest("base64url"),
  };
}

/**
 * Policies and access roles lose the entitlements in changes of their own histories. Mining reports are dropped, because
 * they mention the entitlements.
 *
 * @throws ApiError EFORBIDDEN, ENOTFOUND, ECONFLICT
 */
export function deleteSystem(
  context: CallContext,
  resourceId: string,
  { fingerprint, removesGrants }: { readonly fingerprint: string; readonly removesGrants: boolean },
): Promise<SystemDeletion> {
  const { client, db, user, at } = context;
  const place = { clientId: client.id, resourceId };
  if (!canDeleteResource(user, resourceId)) throw notPermitted();
  return inTransaction(db, async (tx) => {
    // No import adds accounts, and no change grants entitlements, until the end.
    await holdLock(tx, "imports");
    await holdLock(tx, "policies");
    await requireIdle(tx, place);
    const lost = await previewDeletion(tx, place);
    if (lost.fingerprint !== fingerprint) throw conflict("systems.deletionChanged");
    const { grantCount, policyCount, accessRoleCount } = lost;
    if (!removesGrants && policyCount + accessRoleCount > 0) {
      throw new ApiError("ECONFLICT", message("systems.grantsRemain", { count: policyCount }));
    }
    await keepNames(tx, { clientId: client.id, at }, sql`e.resource_id = ${resourceId}`);
    const change = grantCount > 0 ? await removeFromPolicies(tx, context, place, grantCount) : null;
    await removeFromRoles(tx, context, place);
    await removeResource(tx, place);
    const { policies: _policies, fingerprint: _fingerprint, setup, ...before } = lost;
    await context.audit(tx, {
      target: resourceId,
      before: { ...before, ...setup, ...(change !== null && { policyChange: change }) },
    });
    return lost;
  });
}

/**
 * The history records who loses the entitlements, also by access roles, which lose them too.
 *
 * @param grants their number
 * @returns the id of the change.
 */
async function removeFromPolicies(
  tx: Transaction<Database>,
  context: CallContext,
  place: SystemPlace,
  grants: number,
): Promise<string> {
  const id = randomUUID();
  const plan =
    grants > MAX_RECORDED
      ? null
      : await planReplacement(tx, context, { gone: await grantedOids(tx, place), kept: null });
  await startChange(tx, context, { id, kind: "remove", resourceId: place.resourceId });
  await removeGrants(tx, place.clientId, id, sql`i.role_oid in (${roleOids(place)})`);
  if (plan) await storePeople(tx, id, plan);
  await countChange(tx, place.clientId, id);
  return id;
}

/** Role oids of the entitlements that a policy or an access role grants: at most one more than are recorded. */
async function grantedOids(
  tx: Transaction<Database>,
  place: SystemPlace,
): Promise<readonly string[]> {
  const { clientId } = place;
  const { rows } = await sql<{ oid: string }>`
    select g.oid from (
      select i.role_oid as oid from inducements i where i.client_id = ${clientId}
      union
      select a.role_oid from access_role_entitlements a where a.client_id = ${clientId}
    ) g
    where g.oid in (${roleOids(place)}) limit ${MAX_RECORDED + 1}
  `.execute(tx);
  return rows.map(({ oid }) => oid);
}

/** Access roles lose the entitlements, and those of the resource become roles of no resource. */
async function removeFromRoles(
  tx: Transaction<Database>,
  context: CallContext,
  place: SystemPlace,
): Promise<void> {
  const { clientId, resourceId } = place;
  const { rows } = await sql<{ oid: string }>`
    select r.oid from access_roles r
    where r.client_id = ${clientId} and (r.resource_id = ${resourceId} or exists (
      select from access_role_entitlements a
      where a.client_id = ${clientId} and a.access_role_oid = r.oid
        and a.role_oid in (${roleOids(place)})))
    order by r.oid
  `.execute(tx);
  if (rows.length === 0) return;
  const gone = await sql<{ role_oid: string }>`${roleOids(place)}`.execute(tx);
  const goneOids = new Set(gone.rows.map((row) => row.role_oid));
  for (const { oid } of rows) {
    const before = await holdRole(tx, clientId, oid);
    const change = {
      entitlementOids: before.entitlementOids.filter((of) => !goneOids.has(of)),
      resourceOid: before.resourceOid === resourceId ? null : before.resourceOid,
    };
    await storeRole(tx, context, before, change, "edited");
  }
}

async function removeResource(
  tx: Transaction<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<void> {
  const system = await tx
    .deleteFrom("connected_systems")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .returning("kind")
    .executeTakeFirst();
  for (const table of ["accounts", "entitlements"] as const) {
    await tx
      .deleteFrom(table)
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .execute();
  }
  await tx
    .deleteFrom("resources")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .execute();
  if (system?.kind === "hr") await unlockAll(tx, clientId);
  await storeCounts(tx, clientId);
  await dropReports(tx, clientId, null);
  await sql`
    update users set version = version + 1 where id in (
      select user_id from user_resources
      where client_id = ${clientId} and resource_id = ${resourceId})
  `.execute(tx);
  await tx
    .deleteFrom("user_resources")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
}

/** Changes of access roles. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { AccessRole, RoleContent } from "#events/entities/accessRole.ts";
import { normalizeRole } from "#events/rules/accessRoles.ts";
import { noteMemberships } from "../access/memberships.ts";
import type { CallContext } from "../callContext.ts";
import { holdLock, shareLock } from "../db/advisoryLocks.ts";
import type { JsonValue } from "../db/columns.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { nullIfMembershipsChanged, storePeople } from "../policyChanges/changedPeople.ts";
import { countChange, startChange } from "../policyChanges/history.ts";
import { planRole } from "../policyChanges/rolePlan.ts";
import { removeGrants } from "../policyChanges/writeGrants.ts";
import { holdRole, insertRole, requireValid, storeRole, type StoredRole } from "./content.ts";
import { readRole } from "./queries.ts";

const NO_CONTENT = { entitlementOids: [], ownerOids: [] };

/** @throws ApiError EINVALID for invalid content. */
export function createRole(context: CallContext, wanted: RoleContent): Promise<AccessRole> {
  return inTransaction(context.db, async (tx) => {
    await shareLock(tx, "policies");
    return addRole(tx, context, wanted, NO_CONTENT);
  });
}

/** @throws ApiError ENOTFOUND for the role, EINVALID for a name that is taken. */
export function copyRole(
  context: CallContext,
  roleOid: string,
  { name }: { readonly name: string },
): Promise<AccessRole> {
  return inTransaction(context.db, async (tx) => {
    await shareLock(tx, "policies");
    const role = await holdRole(tx, context.client.id, roleOid);
    const { description, resourceOid, entitlementOids, ownerOids } = role;
    const content = { name, description, resourceOid, entitlementOids, ownerOids };
    return addRole(tx, context, content, role);
  });
}

async function addRole(
  tx: Transaction<Database>,
  context: CallContext,
  wanted: RoleContent,
  known: Pick<RoleContent, "entitlementOids" | "ownerOids">,
): Promise<AccessRole> {
  const content = normalizeRole(wanted);
  const { client, at } = context;
  await requireValid(tx, client.id, content, known);
  const oid = randomUUID();
  await insertRole(tx, context, oid, content);
  await context.audit(tx, { target: oid, after: content });
  return readRole(tx, { clientId: client.id, roleOid: oid, at });
}

/** @throws ApiError ECONFLICT if the role changed after the version. */
export function updateRole(
  context: CallContext,
  roleOid: string,
  { version, ...wanted }: RoleContent & { readonly version: number },
): Promise<AccessRole> {
  const { client, at } = context;
  return inTransaction(context.db, async (tx) => {
    await shareLock(tx, "policies");
    const before = await holdRole(tx, client.id, roleOid, version);
    const content = normalizeRole(wanted);
    await requireValid(tx, client.id, content, before);
    const difference = diffContent(before, content);
    if (difference) {
      await storeRole(tx, context, before, content, "edited");
      await context.audit(tx, { target: before.oid, ...difference });
    }
    return readRole(tx, { clientId: client.id, roleOid, at });
  });
}

/** @throws ApiError ECONFLICT if the role changed after the version. */
export function archiveRole(
  context: CallContext,
  roleOid: string,
  { status, version }: { readonly status: AccessRole["status"]; readonly version: number },
): Promise<AccessRole> {
  const { client, at } = context;
  const archived = status === "archived";
  return inTransaction(context.db, async (tx) => {
    await shareLock(tx, "policies");
    const before = await holdRole(tx, client.id, roleOid, version);
    if (before.archived !== archived) {
      await storeRole(tx, context, before, { archived }, archived ? "archived" : "unarchived");
      // Effects that were shown before would no longer be true.
      await noteMemberships(tx, client.id);
      await context.audit(tx, {
        target: before.oid,
        before: { archived: before.archived },
        after: { archived },
      });
    }
    return readRole(tx, { clientId: client.id, roleOid, at });
  });
}

/**
 * Deletes a role with its versions and assignments. The policies that induce it lose it in one change of the history.
 *
 * @throws ApiError ECONFLICT if the role changed after the version.
 */
export function deleteRole(
  context: CallContext,
  roleOid: string,
  version: number,
): Promise<{ readonly oid: string; readonly name: string }> {
  const { client } = context;
  return inTransaction(context.db, async (tx) => {
    await holdLock(tx, "policies");
    const role = await holdRole(tx, client.id, roleOid, version);
    const orgs = await removeFromPolicies(tx, context, role);
    const assignments = await tx
      .deleteFrom("access_role_assignments")
      .where("client_id", "=", client.id)
      .where("access_role_oid", "=", role.oid)
      .returning("identity_oid")
      .execute();
    for (const table of [
      "access_role_entitlements",
      "access_role_owners",
      "access_role_versions",
    ] as const) {
      await tx
        .deleteFrom(table)
        .where("client_id", "=", client.id)
        .where("access_role_oid", "=", role.oid)
        .execute();
    }
    await tx
      .deleteFrom("access_roles")
      .where("client_id", "=", client.id)
      .where("oid", "=", role.oid)
      .execute();
    if (assignments.length > 0) await noteMemberships(tx, client.id);
    await context.audit(tx, {
      target: role.oid,
      before: { ...contentOf(role), orgs, assignments: assignments.length },
    });
    return { oid: role.oid, name: role.name };
  });
}

/**
 * Takes a role that is to be deleted out of the policies. The history records who loses its entitlements, also by their
 * assignments, which are deleted with it.
 *
 * @returns the number of orgs whose policies induced the role.
 */
async function removeFromPolicies(
  tx: Transaction<Database>,
  context: CallContext,
  { oid }: StoredRole,
): Promise<number> {
  const { app, client, at } = context;
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from inducements where client_id = ${client.id} and role_oid = ${oid}) as found
  `.execute(tx);
  if (!rows[0]?.found) return 0;
  const place = { clientId: client.id, roleOid: oid, at };
  const plan = await app.accessGraphs
    .use(tx, client.id, at, (graph) => planRole(tx, place, graph, []))
    .catch(nullIfMembershipsChanged);
  const id = randomUUID();
  await startChange(tx, context, { id, kind: "remove", resourceId: null });
  await removeGrants(tx, client.id, id, sql`i.role_oid = ${oid}`);
  if (plan) await storePeople(tx, id, plan);
  return (await countChange(tx, client.id, id)).orgCount;
}

const FIELDS = ["name", "description", "resourceOid", "entitlementOids", "ownerOids"] as const;

export function contentOf(role: RoleContent): RoleContent {
  const { name, description, resourceOid, entitlementOids, ownerOids } = role;
  return { name, description, resourceOid, entitlementOids, ownerOids };
}

/** The changed fields; of lists only what was removed and added. Null if nothing differs. */
export function diffContent(
  before: RoleContent,
  after: RoleContent,
): { readonly before: JsonValue; readonly after: JsonValue } | null {
  const changed = FIELDS.filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (changed.length === 0) return null;
  const only = (one: RoleContent, other: RoleContent): JsonValue =>
    Object.fromEntries(
      changed.map((field): [string, JsonValue] => {
        const [value, counterpart] = [one[field], other[field]];
        return Array.isArray(value) && Array.isArray(counterpart)
          ? [field, value.filter((oid) => !counterpart.includes(oid))]
          : [field, value];
      }),
    );
  return { before: only(before, after), after: only(after, before) };
}

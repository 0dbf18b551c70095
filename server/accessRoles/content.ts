/** The content of access roles as it is stored: read under a lock, checked, and written as a new version. */
import { sql, type Transaction } from "kysely";
import type { RoleContent } from "#events/entities/accessRole.ts";
import { message } from "#events/messages/message.ts";
import {
  checkRoleDescription,
  checkRoleEntitlements,
  checkRoleName,
} from "#events/rules/accessRoles.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { errorCode, UNIQUE_VIOLATION } from "../db/errors.ts";
import type { RoleVersionKind } from "../db/directoryTables.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { ApiError, invalid, invalidFields, notFound } from "../plugins/errors.ts";

/** A role and its status. */
export interface StoredRole extends RoleContent {
  readonly oid: string;
  readonly version: number;
  readonly archived: boolean;
}

/** Who writes a version of a role, and when: a call's context, or the demo. */
export interface RoleWriter {
  readonly client: { readonly id: string };
  readonly user: { readonly id: string | null; readonly username: string };
  readonly at: Date;
}

/**
 * Locks a role until the transaction ends.
 *
 * @throws ApiError ENOTFOUND, or ECONFLICT if the role is of another version than the expected one.
 */
export async function holdRole(
  tx: Transaction<Database>,
  clientId: string,
  roleOid: string,
  version?: number,
): Promise<StoredRole> {
  const row = await tx
    .selectFrom("access_roles")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("oid", "=", roleOid)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound("accessRoles.notFound");
  if (version !== undefined && version !== row.version) {
    throw new ApiError("ECONFLICT", message("accessRoles.changedElsewhere"));
  }
  const { rows } = await sql<{ entitlements: string[]; owners: string[] }>`
    select
      array(select role_oid::text from access_role_entitlements
        where client_id = ${clientId} and access_role_oid = ${roleOid} order by role_oid) as entitlements,
      array(select identity_oid::text from access_role_owners
        where client_id = ${clientId} and access_role_oid = ${roleOid} order by identity_oid) as owners
  `.execute(tx);
  return {
    oid: row.oid,
    version: row.version,
    archived: row.archived_at !== null,
    name: row.name,
    description: row.description,
    resourceOid: row.resource_id,
    entitlementOids: rows[0]?.entitlements ?? [],
    ownerOids: rows[0]?.owners ?? [],
  };
}

/**
 * Locks the entitlements, so that no import removes them before the transaction ends. An import that waits for the lock
 * keeps them, because a role then grants them. If this lock waited for an import, the next statement no longer finds the
 * entitlements that the import removed.
 */
export async function holdEntitlements(
  tx: Transaction<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  await sql`
    select from entitlements where client_id = ${clientId} and role_oid = any(${toUuids(oids)})
    order by id for key share
  `.execute(tx);
}

/** Locks people, so that nothing removes them before the transaction ends. */
export async function holdOwners(
  tx: Transaction<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<void> {
  await sql`
    select from identities where client_id = ${clientId} and oid = any(${toUuids(oids)})
    order by oid for key share
  `.execute(tx);
}

/**
 * A role may keep an entitlement or an owner that has left the directory.
 *
 * @throws ApiError EINVALID that names every invalid field.
 */
export async function requireValid(
  tx: Transaction<Database>,
  clientId: string,
  content: RoleContent,
  known: Pick<RoleContent, "entitlementOids" | "ownerOids">,
): Promise<void> {
  const name = checkRoleName(content.name);
  const description = checkRoleDescription(content.description);
  const entitlementOids = checkRoleEntitlements(content.entitlementOids.length);
  if (name || description || entitlementOids) {
    throw invalidFields({ name, description, entitlementOids });
  }
  const { resourceOid } = content;
  await holdEntitlements(tx, clientId, content.entitlementOids);
  await holdOwners(tx, clientId, content.ownerOids);
  const without = (oids: readonly string[], some: readonly string[]) =>
    toUuids(oids.filter((oid) => !some.includes(oid)));
  const { rows } = await sql<{
    resource: string | null;
    entitlement: string | null;
    owner: string | null;
  }>`
    select
      (select ${resourceOid}::text where ${resourceOid}::uuid is not null and not exists (
        select from resources where client_id = ${clientId} and id = ${resourceOid}::uuid)) as resource,
      (select t.oid::text from unnest(${without(content.entitlementOids, known.entitlementOids)}) t (oid)
        where not exists (select from entitlements e
          where e.client_id = ${clientId} and e.role_oid = t.oid) limit 1) as entitlement,
      (select t.oid::text from unnest(${without(content.ownerOids, known.ownerOids)}) t (oid)
        where not exists (select from identities i
          where i.client_id = ${clientId} and i.oid = t.oid) limit 1) as owner
  `.execute(tx);
  const { resource = null, entitlement = null, owner = null } = rows[0] ?? {};
  if (resource === null && entitlement === null && owner === null) return;
  throw invalidFields({
    resourceOid:
      resource === null ? null : message("accessRoles.unknownResource", { id: resource }),
    entitlementOids:
      entitlement === null ? null : message("accessRoles.unknownEntitlement", { id: entitlement }),
    ownerOids: owner === null ? null : message("accessRoles.unknownPerson", { id: owner }),
  });
}

/** @throws ApiError EINVALID if another role has the name. */
async function uniquely<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
    throw invalid("/body/name", message("accessRoles.nameTaken"));
  }
}

/** Writes a new role with its first version. */
export async function insertRole(
  tx: Transaction<Database>,
  writer: RoleWriter,
  oid: string,
  content: RoleContent,
): Promise<void> {
  const { client, at } = writer;
  await uniquely(() =>
    tx
      .insertInto("access_roles")
      .values({
        client_id: client.id,
        oid,
        name: content.name,
        description: content.description,
        resource_id: content.resourceOid,
        search_key: normalizeForFilter(content.name),
        created_at: at,
        changed_at: at,
      })
      .execute(),
  );
  await writeLinks(tx, client.id, oid, content);
  await writeVersion(tx, writer, { ...content, oid, version: 1, archived: false }, "created");
}

/** Writes the role's next version. @returns the role as it is stored then. */
export async function storeRole(
  tx: Transaction<Database>,
  writer: RoleWriter,
  before: StoredRole,
  change: Partial<RoleContent & Pick<StoredRole, "archived">>,
  kind: RoleVersionKind,
): Promise<StoredRole> {
  const { client, at } = writer;
  const role: StoredRole = { ...before, ...change, version: before.version + 1 };
  await uniquely(() =>
    tx
      .updateTable("access_roles")
      .set({
        name: role.name,
        description: role.description,
        resource_id: role.resourceOid,
        search_key: normalizeForFilter(role.name),
        version: role.version,
        changed_at: at,
        ...(before.archived !== role.archived && { archived_at: role.archived ? at : null }),
      })
      .where("client_id", "=", client.id)
      .where("oid", "=", role.oid)
      .execute(),
  );
  await writeLinks(tx, client.id, role.oid, role);
  await writeVersion(tx, writer, role, kind);
  return role;
}

/** Makes the entitlements and owners of a role equal to those of the content. */
async function writeLinks(
  tx: Transaction<Database>,
  clientId: string,
  roleOid: string,
  { entitlementOids, ownerOids }: Pick<RoleContent, "entitlementOids" | "ownerOids">,
): Promise<void> {
  const entitlements = toUuids(entitlementOids);
  const owners = toUuids(ownerOids);
  await sql`
    delete from access_role_entitlements where client_id = ${clientId}
      and access_role_oid = ${roleOid} and role_oid <> all(${entitlements})
  `.execute(tx);
  await sql`
    insert into access_role_entitlements (client_id, access_role_oid, role_oid)
    select ${clientId}::uuid, ${roleOid}::uuid, t.oid from unnest(${entitlements}) t (oid)
    on conflict do nothing
  `.execute(tx);
  await sql`
    delete from access_role_owners where client_id = ${clientId}
      and access_role_oid = ${roleOid} and identity_oid <> all(${owners})
  `.execute(tx);
  await sql`
    insert into access_role_owners (client_id, access_role_oid, identity_oid)
    select ${clientId}::uuid, ${roleOid}::uuid, t.oid from unnest(${owners}) t (oid)
    on conflict do nothing
  `.execute(tx);
}

async function writeVersion(
  tx: Transaction<Database>,
  { client, user, at }: RoleWriter,
  { oid, version, ...content }: StoredRole,
  kind: RoleVersionKind,
): Promise<void> {
  await tx
    .insertInto("access_role_versions")
    .values({
      client_id: client.id,
      access_role_oid: oid,
      version,
      kind,
      at,
      actor_id: user.id,
      actor: user.username,
      content: JSON.stringify(content),
    })
    .execute();
}

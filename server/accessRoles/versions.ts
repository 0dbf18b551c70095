/** The versions of a role: how each differs from the one before, and restoring one. */
import { sql, type Kysely } from "kysely";
import { Type, type Static } from "typebox";
import { RoleContent, type AccessRole, type RoleVersion } from "#events/entities/accessRole.ts";
import type { PageInfo } from "#events/entities/common.ts";
import { shareLock } from "../db/advisoryLocks.ts";
import type { CallContext } from "../callContext.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { personName } from "../directory/personName.ts";
import { pageInfo, readPage, type PagingInput } from "../lists/paging.ts";
import { toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { compileCheck } from "../plugins/validation.ts";
import { diffContent } from "./commands.ts";
import { holdEntitlements, holdOwners, holdRole, storeRole } from "./content.ts";
import { readRole } from "./queries.ts";

const Stored = Type.Object({ ...RoleContent.properties, archived: Type.Boolean() });
type Stored = Static<typeof Stored>;
const checkStored = compileCheck(Stored, "body") as (value: unknown) => Stored;

const EMPTY: Stored = {
  name: "",
  description: "",
  resourceOid: null,
  entitlementOids: [],
  ownerOids: [],
  archived: false,
};

interface VersionRow {
  readonly version: number;
  readonly kind: RoleVersion["kind"];
  readonly at: Date;
  readonly actor: string;
  readonly content: unknown;
  readonly previous: unknown;
}

/** Newest first. */
export async function listVersions(
  db: Kysely<Database>,
  clientId: string,
  roleOid: string,
  paging: PagingInput,
): Promise<{ readonly versions: RoleVersion[]; readonly page: PageInfo }> {
  const page = readPage(paging);
  const { rows } = await sql<VersionRow & { total: number }>`
    select v.version, v.kind, v.at, v.actor, v.content, p.content as previous,
      (select count(*) from access_role_versions t
        where t.client_id = ${clientId} and t.access_role_oid = ${roleOid}) as total
    from access_role_versions v
    left join access_role_versions p on p.client_id = v.client_id
      and p.access_role_oid = v.access_role_oid and p.version = v.version - 1
    where v.client_id = ${clientId} and v.access_role_oid = ${roleOid}
    order by v.version desc limit ${page.size} offset ${page.size * page.number}
  `.execute(db);
  const pairs = rows.map(({ content, previous, ...row }) => ({
    ...row,
    after: checkStored(content),
    before: previous === null ? EMPTY : checkStored(previous),
  }));
  const nameOf = await loadNames(
    db,
    clientId,
    pairs.flatMap(({ before, after }) =>
      [before, after].flatMap(({ resourceOid, entitlementOids, ownerOids }) => [
        ...(resourceOid === null ? [] : [resourceOid]),
        ...entitlementOids,
        ...ownerOids,
      ]),
    ),
  );
  const named = (oids: readonly string[], without: readonly string[]) =>
    oids.filter((oid) => !without.includes(oid)).map((oid) => nameOf.get(oid) ?? oid);
  const textsOf = ({ name, description, resourceOid }: Stored) =>
    ({
      name,
      description,
      resource: resourceOid === null ? "" : (nameOf.get(resourceOid) ?? resourceOid),
    }) as const;
  const versions = pairs.map(({ version, kind, at, actor, before, after }): RoleVersion => {
    const [old, now] = [textsOf(before), textsOf(after)];
    const changed = (["name", "description", "resource"] as const).filter(
      (field) => old[field] !== now[field],
    );
    return {
      version,
      kind,
      at: at.toISOString(),
      actor,
      fields: changed.map((field) => ({ field, before: old[field], after: now[field] })),
      added: named(after.entitlementOids, before.entitlementOids),
      removed: named(before.entitlementOids, after.entitlementOids),
      addedOwners: named(after.ownerOids, before.ownerOids),
      removedOwners: named(before.ownerOids, after.ownerOids),
    };
  });
  return { versions, page: pageInfo(page, rows[0]?.total ?? 0) };
}

/** The names of resources, entitlements and people by their oids. */
async function loadNames(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const list = toUuids([...new Set(oids)]);
  const { rows } = await sql<{ oid: string; name: string }>`
    select id as oid, name from resources where client_id = ${clientId} and id = any(${list})
    union all
    select e.role_oid, e.name || ' (' || r.name || ')' from entitlements e
    join resources r on r.client_id = e.client_id and r.id = e.resource_id
    where e.client_id = ${clientId} and e.role_oid = any(${list})
    union all
    select i.oid, ${personName("i")} from identities i
    where i.client_id = ${clientId} and i.oid = any(${list})
  `.execute(db);
  return new Map(rows.map(({ oid, name }) => [oid, name]));
}

/**
 * Entitlements and owners that have left the directory since are left out.
 *
 * @throws ApiError ENOTFOUND for the version, ECONFLICT if the role changed after `version`, EINVALID if the name is
 *   taken by now.
 */
export function restoreRole(
  context: CallContext,
  roleOid: string,
  { restored, version }: { readonly restored: number; readonly version: number },
): Promise<AccessRole> {
  const { client, db, at } = context;
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    const before = await holdRole(tx, client.id, roleOid, version);
    const old = await contentOf(tx, client.id, { roleOid: before.oid, version: restored });
    await holdEntitlements(tx, client.id, old.entitlementOids);
    await holdOwners(tx, client.id, old.ownerOids);
    const content = await withoutLost(tx, client.id, old);
    const difference = diffContent(before, content);
    if (difference) {
      await storeRole(tx, context, before, content, "restored");
      await context.audit(tx, { target: before.oid, ...difference });
    }
    return readRole(tx, { clientId: client.id, roleOid, at });
  });
}

interface VersionKey {
  readonly roleOid: string;
  readonly version: number;
}

/**
 * The content that restoring a version gives to its role.
 *
 * @throws ApiError ENOTFOUND for the version
 */
export async function restorable(
  db: Kysely<Database>,
  clientId: string,
  key: VersionKey,
): Promise<RoleContent> {
  return withoutLost(db, clientId, await contentOf(db, clientId, key));
}

async function contentOf(
  db: Kysely<Database>,
  clientId: string,
  { roleOid, version }: VersionKey,
): Promise<RoleContent> {
  const stored = await db
    .selectFrom("access_role_versions")
    .select("content")
    .where("client_id", "=", clientId)
    .where("access_role_oid", "=", roleOid)
    // The number of a request can be greater than any integer of the database.
    .where(sql<boolean>`version = ${version}::numeric`)
    .executeTakeFirst();
  if (!stored) throw notFound("accessRoles.versionNotFound");
  const { archived: _archived, ...content } = checkStored(stored.content);
  return content;
}

async function withoutLost(
  db: Kysely<Database>,
  clientId: string,
  content: RoleContent,
): Promise<RoleContent> {
  const { rows } = await sql<{ resource: string | null; entitlements: string[]; owners: string[] }>`
    select
      (select id::text from resources
        where client_id = ${clientId} and id = ${content.resourceOid}::uuid) as resource,
      array(select role_oid::text from entitlements where client_id = ${clientId}
        and role_oid = any(${toUuids(content.entitlementOids)}) order by role_oid) as entitlements,
      array(select oid::text from identities where client_id = ${clientId}
        and oid = any(${toUuids(content.ownerOids)}) order by oid) as owners
  `.execute(db);
  const { resource = null, entitlements = [], owners = [] } = rows[0] ?? {};
  return { ...content, resourceOid: resource, entitlementOids: entitlements, ownerOids: owners };
}

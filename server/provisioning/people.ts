/** People with what policies grant them in one resource, and with their accounts there, page by page. */
import { sql, type Kysely } from "kysely";
import { validAt } from "../access/periods.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import type { Database } from "../db/schema.ts";
import type { StoredForms } from "../db/systemTables.ts";
import { toUuids } from "../lists/sqlText.ts";
import type { ValueRecord } from "#events/rules/mappings/values.ts";
import {
  appliedSource,
  IDENTITY_COLUMNS,
  PLAIN_CLASS,
  type IdentityRow,
} from "../mappings/records.ts";
import { DEEPEST_TREE } from "../orgs/queries.ts";
import { parseContent } from "../systems/runs/content.ts";
import { asWritten } from "./storedForms.ts";
import type { TargetAccount } from "./planAccount.ts";

const PAGE = 500;
const NONE: ReadonlySet<number> = new Set();

export interface PersonEntry {
  readonly row: IdentityRow;
  readonly leftAt: Date | null;
  readonly granted: ReadonlySet<number>;
  readonly accounts: readonly TargetAccount[];
}

export interface PeopleRequest extends SystemPlace {
  readonly at: Date;
  /** Of the entitlements that provisioning manages. */
  readonly entitlements: ReadonlyMap<number, string>;
}

/** In the order of external ids. */
export async function* peoplePages(
  db: Kysely<Database>,
  request: PeopleRequest,
): AsyncGenerator<readonly PersonEntry[], void, undefined> {
  let after = "";
  for (;;) {
    const rows = await db
      .selectFrom("identities")
      .select([...IDENTITY_COLUMNS, "ended_at"])
      .where("client_id", "=", request.clientId)
      .where("external_id", ">", after)
      .orderBy("external_id")
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield await withAccess(db, request, rows);
    if (rows.length < PAGE) return;
    after = last.external_id;
  }
}

/** @returns null if the client has no such person. */
export async function loadPerson(
  db: Kysely<Database>,
  request: PeopleRequest,
  oid: string,
): Promise<PersonEntry | null> {
  const row = await db
    .selectFrom("identities")
    .select([...IDENTITY_COLUMNS, "ended_at"])
    .where("client_id", "=", request.clientId)
    .where("oid", "=", oid)
    .executeTakeFirst();
  if (!row) return null;
  const [person] = await withAccess(db, request, [row]);
  return person ?? null;
}

async function withAccess(
  db: Kysely<Database>,
  request: PeopleRequest,
  rows: readonly (IdentityRow & { readonly ended_at: Date | null })[],
): Promise<PersonEntry[]> {
  const accounts = await loadAccounts(
    db,
    request,
    rows.map(({ oid }) => oid),
  );
  const present = rows.filter(({ ended_at }) => ended_at === null).map(({ oid }) => oid);
  const granted = await loadGrants(db, request, present);
  return rows.map(({ ended_at: leftAt, ...row }) => ({
    row,
    leftAt,
    granted: granted.get(row.oid) ?? NONE,
    accounts: accounts.get(row.oid) ?? [],
  }));
}

interface AccountRow {
  readonly identity: string;
  readonly name: string;
  readonly nos: readonly number[];
  readonly active: boolean | null;
  readonly objectClass: string | null;
  readonly objectId: string | null;
  readonly content: string | null;
  readonly forms: StoredForms | null;
  readonly gone: boolean;
  readonly lastToggle: string | null;
  readonly source: string | null;
}

/** Accounts that the system lacks are left out. */
async function loadAccounts(
  db: Kysely<Database>,
  { clientId, resourceId }: PeopleRequest,
  oids: readonly string[],
): Promise<ReadonlyMap<string, TargetAccount[]>> {
  const { rows } = await sql<AccountRow>`
    select a.identity_oid as identity, a.name, a.entitlement_nos as nos, a.active,
      stored.object_class as "objectClass", stored.object_id as "objectId", stored.content,
      stored.stored_forms as forms,
      coalesce(stored.gone_at is not null, false) as gone,
      (select c.kind from provisioning_changes c
        where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.account = a.name
          and c.state in ('applied', 'task') and c.kind in ('enable', 'disable')
        order by c.ended_at desc nulls last limit 1) as "lastToggle",
      ${appliedSource({ clientId, resourceId }, sql.ref("a.name"))} as source
    from accounts a
    left join lateral (
      select * from system_objects o
      where o.client_id = ${clientId} and o.resource_id = ${resourceId} and o.account_name = a.name
      order by o.gone_at nulls first, o.object_class, o.object_id limit 1
    ) stored on true
    where a.client_id = ${clientId} and a.resource_id = ${resourceId}
      and a.identity_oid = any(${toUuids(oids)})
    order by stored.object_class nulls last, stored.object_id, a.name
  `.execute(db);
  const byPerson = new Map<string, TargetAccount[]>();
  for (const row of rows) {
    if (row.gone) continue;
    const own = byPerson.get(row.identity) ?? [];
    byPerson.set(row.identity, own);
    const content = row.content === null ? null : parseContent(row.content);
    own.push({
      name: row.name,
      objectClass: row.objectClass ?? PLAIN_CLASS,
      objectId: row.objectId,
      attributes: asWritten(content?.attributes ?? {}, row.forms ?? {}),
      stored: content?.attributes ?? {},
      forms: row.forms ?? {},
      active: row.active,
      held: row.nos,
      isDisabledHere: row.lastToggle === "disable",
      appliedSource: row.source === null ? null : (JSON.parse(row.source) as ValueRecord),
    });
  }
  return byPerson;
}

/** The entitlements of the resource that policies and access roles grant to each person. */
async function loadGrants(
  db: Kysely<Database>,
  { clientId, resourceId, at, entitlements }: PeopleRequest,
  oids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<number>>> {
  if (oids.length === 0) return new Map();
  const { rows } = await sql<{ identity: string; no: number }>`
    with recursive path (identity_oid, oid, parent_oid, depth) as (
      select m.identity_oid, o.oid, o.parent_oid, 1
      from identity_orgs m join orgs o on o.client_id = m.client_id and o.oid = m.org_oid
      where m.client_id = ${clientId} and m.identity_oid = any(${toUuids(oids)})
      union
      select path.identity_oid, o.oid, o.parent_oid, path.depth + 1
      from path join orgs o on o.client_id = ${clientId} and o.oid = path.parent_oid
      where path.depth < ${DEEPEST_TREE}
    ), roles (identity_oid, role_oid) as (
      select path.identity_oid, n.role_oid from path
      join inducements n on n.client_id = ${clientId} and n.org_oid = path.oid
      where ${validAt("n", at)}
      union
      select d.identity_oid, d.access_role_oid from access_role_assignments d
      where d.client_id = ${clientId} and d.identity_oid = any(${toUuids(oids)}) and ${validAt("d", at)}
    ), granted (identity_oid, role_oid) as (
      select identity_oid, role_oid from roles
      union
      select roles.identity_oid, c.role_oid from roles
      join access_roles r on r.client_id = ${clientId} and r.oid = roles.role_oid
        and r.archived_at is null
      join access_role_entitlements c on c.client_id = ${clientId} and c.access_role_oid = r.oid
    )
    select granted.identity_oid as identity, e.no from granted
    join entitlements e on e.client_id = ${clientId} and e.role_oid = granted.role_oid
    where e.resource_id = ${resourceId}
  `.execute(db);
  const byPerson = new Map<string, Set<number>>();
  for (const { identity, no } of rows) {
    if (!entitlements.has(no)) continue;
    const own = byPerson.get(identity) ?? new Set<number>();
    byPerson.set(identity, own);
    own.add(no);
  }
  return byPerson;
}

/** Names of the resource's entitlements by number, without those that are excluded. */
export async function managedEntitlements(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  isExcluded: (name: string) => boolean,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("entitlements")
    .select(["no", "name"])
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .execute();
  return new Map(rows.flatMap(({ no, name }) => (isExcluded(name) ? [] : [[no, name] as const])));
}

/** Adds the resources and entitlements of the file. A replace removes entitlements that are not in it. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { chunksOf } from "./batch.ts";
import type { AccessTable } from "./readAccess.ts";
import type { ResolvedAccess } from "./resolveAccess.ts";
import type { Stage } from "./stage.ts";
import type { ImportMode } from "./types.ts";

/**
 * A run compares its system with what the last run found there. It would neither notice nor revert the changes of a file.
 *
 * @returns names of the table's resources that imports of a connected system fill; none for the import of a system.
 */
export async function connectedResources(
  { tx, clientId, isNewClient }: Pick<Stage, "tx" | "clientId" | "isNewClient">,
  { resourceNames }: AccessTable,
  mode: ImportMode,
): Promise<ReadonlySet<string>> {
  const connected = new Set<string>();
  if (isNewClient || mode === "exact") return connected;
  for (const chunk of chunksOf(resourceNames)) {
    const { rows } = await sql<{ name: string }>`
      select r.name from resources r
      join connected_systems c on c.client_id = r.client_id and c.resource_id = r.id
      where r.client_id = ${clientId} and r.name = any(${chunk}::text[]) and c.initial_import_complete
    `.execute(tx);
    for (const { name } of rows) connected.add(name);
  }
  return connected;
}

/** @returns by resource of the table: its id, or undefined if no valid record names it; and whether it is new. */
export async function importResources(
  stage: Stage,
  access: AccessTable,
  resolved: ResolvedAccess,
): Promise<ResourceIds> {
  const { tx, clientId, counts } = stage;
  const names = access.resourceNames.filter((_, resource) => resolved.resourceUsed[resource] === 1);
  const known = new Map<string, string>();
  for (const chunk of stage.isNewClient ? [] : chunksOf(names)) {
    const rows = await tx
      .selectFrom("resources")
      .select(["id", "name"])
      .where("client_id", "=", clientId)
      .where(sql<boolean>`name = any(${chunk}::text[])`)
      .execute();
    for (const row of rows) known.set(row.name, row.id);
  }
  const added = names
    .filter((name) => !known.has(name))
    .map((name) => ({ id: randomUUID(), name }));
  counts.resources.added += added.length;
  counts.resources.unchanged += known.size;
  for (const chunk of stage.write ? chunksOf(added) : []) {
    await sql`
      insert into resources (client_id, id, name, search_key, created_at)
      select ${clientId}::uuid, id, name, search_key, ${new Date()}::timestamptz
      from unnest(
        ${chunk.map((row) => row.id)}::uuid[],
        ${chunk.map((row) => row.name)}::text[],
        ${chunk.map((row) => normalizeForFilter(row.name))}::text[]
      ) as item (id, name, search_key)
    `.execute(tx);
  }
  const isNew = new Set<string>(added.map((resource) => resource.id));
  await stage.changes?.added("resource", [...isNew]);
  for (const resource of added) known.set(resource.name, resource.id);
  return {
    ids: access.resourceNames.map((name) => known.get(name)),
    existing: [...known.values()].filter((id) => !isNew.has(id)),
    isNew,
  };
}

export interface ResourceIds {
  /** By resource of the table. */
  readonly ids: readonly (string | undefined)[];
  /** Ids of the named resources that already existed. */
  readonly existing: readonly string[];
  readonly isNew: ReadonlySet<string>;
}

interface FoundEntitlement {
  readonly id: string;
  readonly no: number;
  readonly name: string;
  readonly resource_id: string;
  /** An administrator added it, and no import has named it yet. */
  readonly interim: boolean;
}

export interface ImportedEntitlements {
  /** By entitlement of the table: its number in the client, or 0 if no valid record names it. */
  readonly numbers: Int32Array;
  /** Entitlements that a replace keeps because a policy or an access role grants them. */
  readonly keptGranted: number;
}

export async function importEntitlements(
  stage: Stage,
  access: Pick<AccessTable, "entitlementNames" | "entitlementResources">,
  resolved: Pick<ResolvedAccess, "entitlementUsed">,
  resources: Pick<ResourceIds, "ids" | "existing">,
): Promise<ImportedEntitlements> {
  const { counts } = stage;
  const known = await findEntitlements(stage, access, resources.existing);
  const byName = await indexEntitlements(stage, known);
  const mentioned = new Set<FoundEntitlement>();
  const numbers = new Int32Array(access.entitlementNames.length);
  const added: (NewEntitlement & { readonly id: string })[] = [];
  const lastNumber = await readLastNumber(stage);
  access.entitlementNames.forEach((name, entitlement) => {
    if (resolved.entitlementUsed[entitlement] !== 1) return;
    const resourceId = resources.ids[access.entitlementResources[entitlement] ?? 0] ?? "";
    const found = byName.get(resourceId)?.get(name);
    if (found) {
      numbers[entitlement] = found.no;
      if (!mentioned.has(found)) counts.entitlements.unchanged++;
      mentioned.add(found);
      return;
    }
    const no = lastNumber + added.length + 1;
    numbers[entitlement] = no;
    added.push({ id: randomUUID(), no, name, resourceId });
  });
  counts.entitlements.added += added.length;
  for (const { no, name } of added) stage.digest?.add("entitlement", no, name);
  if (stage.write) {
    await insertEntitlements(stage, added);
    await stage.changes?.added(
      "entitlement",
      added.map(({ id }) => id),
    );
    await endInterim(
      stage,
      [...mentioned].flatMap(({ id, interim }) => (interim ? [id] : [])),
    );
  }
  if (stage.mode !== "replace") return { numbers, keptGranted: 0 };
  const absent = known
    .filter((found) => !found.interim && !mentioned.has(found))
    .map(({ id }) => id);
  const removed = await removeEntitlements(stage, absent);
  counts.entitlements.removed += removed;
  return { numbers, keptGranted: absent.length - removed };
}

/** Those of the resources in a replace; otherwise those that have a name of the table, also as an alias. */
async function findEntitlements(
  stage: Stage,
  { entitlementNames }: Pick<AccessTable, "entitlementNames">,
  resourceIds: readonly string[],
): Promise<readonly FoundEntitlement[]> {
  if (resourceIds.length === 0) return [];
  if (stage.mode === "replace") return selectEntitlements(stage, resourceIds, null);
  const found = new Map<string, FoundEntitlement>();
  for (const names of chunksOf(entitlementNames)) {
    for (const one of await selectEntitlements(stage, resourceIds, names)) found.set(one.id, one);
  }
  return [...found.values()];
}

function selectEntitlements(
  stage: Stage,
  resourceIds: readonly string[],
  names: readonly string[] | null,
): Promise<FoundEntitlement[]> {
  const isNamed = sql<boolean>`(e.name = any(${names}::text[]) or e.id in (
    select alias.entitlement_id from entitlement_aliases alias
    where alias.client_id = ${stage.clientId} and alias.name = any(${names}::text[])))`;
  return stage.tx
    .selectFrom("entitlements as e")
    .leftJoin("entitlement_reviews as v", (join) =>
      join.onRef("v.client_id", "=", "e.client_id").onRef("v.entitlement_id", "=", "e.id"),
    )
    .select(["e.id", "e.no", "e.name", "e.resource_id"])
    .select(sql<boolean>`coalesce(v.interim, false)`.as("interim"))
    .where("e.client_id", "=", stage.clientId)
    .where(sql<boolean>`e.resource_id = any(${resourceIds}::uuid[])`)
    .$if(names !== null, (query) => query.where(isNamed))
    .execute();
}

/** By resource id and name, also by the names of entitlements that were merged into others. */
async function indexEntitlements(
  stage: Stage,
  known: readonly FoundEntitlement[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, FoundEntitlement>>> {
  const index = new Map<string, Map<string, FoundEntitlement>>();
  const byId = new Map<string, FoundEntitlement>();
  const add = (name: string, found: FoundEntitlement) => {
    let byName = index.get(found.resource_id);
    if (!byName) index.set(found.resource_id, (byName = new Map()));
    byName.set(name, found);
  };
  for (const found of known) {
    byId.set(found.id, found);
    add(found.name, found);
  }
  if (known.length === 0) return index;
  const aliases = await stage.tx
    .selectFrom("entitlement_aliases")
    .select(["name", "entitlement_id"])
    .where("client_id", "=", stage.clientId)
    .execute();
  for (const { name, entitlement_id: id } of aliases) {
    const found = byId.get(id);
    if (found) add(name, found);
  }
  return index;
}

/** Interim entitlements that an import names are entitlements like all others. */
async function endInterim(stage: Stage, ids: readonly string[]): Promise<void> {
  await stage.changes?.endInterim(ids);
  for (const chunk of chunksOf(ids)) {
    await sql`
      update entitlement_reviews set interim = false
      where client_id = ${stage.clientId} and entitlement_id = any(${chunk}::uuid[])
    `.execute(stage.tx);
  }
}

interface NewEntitlement {
  /** By default a new one. */
  readonly id?: string;
  readonly no: number;
  readonly name: string;
  readonly resourceId: string;
}

/** Numbers follow `readLastNumber`. */
export async function insertEntitlements(
  stage: Pick<Stage, "tx" | "clientId">,
  added: readonly NewEntitlement[],
): Promise<void> {
  for (const chunk of chunksOf(added)) {
    await sql`
      insert into entitlements (client_id, id, no, resource_id, name, search_key, role_oid)
      select ${stage.clientId}::uuid, id, no, resource_id, name, search_key, role_oid
      from unnest(
        ${chunk.map((row) => row.id ?? randomUUID())}::uuid[],
        ${chunk.map((row) => row.no)}::int[],
        ${chunk.map((row) => row.resourceId)}::uuid[],
        ${chunk.map((row) => row.name)}::text[],
        ${chunk.map((row) => normalizeForFilter(row.name))}::text[],
        ${chunk.map(() => randomUUID())}::uuid[]
      ) as item (id, no, resource_id, name, search_key, role_oid)
    `.execute(stage.tx);
  }
  const last = added.at(-1);
  if (!last) return;
  await sql`
    insert into settings (key, value) values (${lastNumberKey(stage.clientId)}, ${JSON.stringify(last.no)}::jsonb)
    on conflict (key) do update set value = excluded.value
  `.execute(stage.tx);
}

function lastNumberKey(clientId: string): string {
  return `lastEntitlementNo:${clientId}`;
}

/** The highest number ever assigned, including removed entitlements, so that no number is reused. */
export async function readLastNumber(
  stage: Pick<Stage, "tx" | "clientId" | "isNewClient">,
): Promise<number> {
  if (stage.isNewClient) return 0;
  const stored = await stage.tx
    .selectFrom("settings")
    .select("value")
    .where("key", "=", lastNumberKey(stage.clientId))
    .executeTakeFirst();
  const highest = await stage.tx
    .selectFrom("entitlements")
    .select((eb) => eb.fn.max("no").as("no"))
    .where("client_id", "=", stage.clientId)
    .executeTakeFirst();
  return Math.max(Number(stored?.value ?? 0), highest?.no ?? 0);
}

/**
 * Removes those of the entitlements that no policy and no access role grants. Locks them first, so that none enters a
 * policy between the check and the removal. Changes of many policies wait for the import's lock on policies.
 *
 * @returns how many were removed.
 */
async function removeEntitlements(stage: Stage, ids: readonly string[]): Promise<number> {
  const { tx, clientId } = stage;
  let removed = 0;
  for (const chunk of chunksOf(ids)) {
    if (stage.write) {
      await sql`
        select id from entitlements where client_id = ${clientId} and id = any(${chunk}::uuid[]) order by id for update
      `.execute(tx);
    }
    const free = await sql<{ id: string }>`
      select entitlement.id from entitlements as entitlement
      where entitlement.client_id = ${clientId}
        and entitlement.id = any(${chunk}::uuid[])
        and not exists (
          select 1 from inducements as inducement
          where inducement.client_id = ${clientId} and inducement.role_oid = entitlement.role_oid
        )
        and not exists (
          select 1 from access_role_entitlements as granted
          where granted.client_id = ${clientId} and granted.role_oid = entitlement.role_oid
        )
    `.execute(tx);
    removed += free.rows.length;
    stage.digest?.add(
      "entitlements",
      free.rows.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1)),
    );
    if (stage.write) {
      const freeIds = free.rows.map(({ id }) => id);
      await stage.changes?.removeEntitlements(freeIds);
      await sql`
        delete from entitlements where client_id = ${clientId} and id = any(${freeIds}::uuid[])
      `.execute(tx);
    }
  }
  return removed;
}

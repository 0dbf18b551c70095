/** What administrators say about the entitlements of a resource, as stored and as screens see it. */
import { sql, type Kysely } from "kysely";
import type {
  DuplicateGroup,
  ReviewedEntitlement,
  ReviewFilter,
} from "#events/entities/entitlementReview.ts";
import { duplicateKey, groupDuplicates } from "#events/rules/entitlements.ts";
import { OPEN_RUNS } from "#events/rules/runs.ts";
import type { SystemPlace } from "../../connectors/contract.ts";
import type { Database } from "../../db/schema.ts";
import { readList, type List } from "../../lists/list.ts";
import { pageInfo, readPage, type PagingInput } from "../../lists/paging.ts";
import { matchesText, toUuids } from "../../lists/sqlText.ts";
import { notFound } from "../../plugins/errors.ts";
import { excluding, firstMatch, including, type EntitlementSettings } from "../runs/content.ts";

interface Selection extends SystemPlace {
  readonly contains?: string | undefined;
  /** Ids of the selectable entitlements; undefined: all. */
  readonly among?: readonly string[] | undefined;
  readonly show?: ReviewFilter | undefined;
}

interface ReviewRow {
  readonly id: string;
  readonly no: number;
  readonly resourceId: string;
  readonly roleOid: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly description: string | null;
  readonly ownerId: string | null;
  readonly owner: string | null;
  /** The place that the administrator chose. */
  readonly place: number | null;
  readonly excluded: boolean | null;
  readonly interim: boolean | null;
  readonly reported: boolean | null;
  readonly version: number | null;
}

const columns = sql`
  e.id, e.no, e.resource_id as "resourceId", e.role_oid as "roleOid", e.name,
  v.display_name as "displayName", v.description, v.owner_id as "ownerId",
  (select u.username from users u where u.id = v.owner_id) as owner,
  v.position as place, v.excluded, v.interim, v.reported, v.version`;

const joined = ({ clientId }: SystemPlace) => sql`
  left join entitlement_reviews v on v.client_id = ${clientId} and v.entitlement_id = e.id`;

const REVIEWS: List<Selection, ReviewRow, "position" | "name"> = {
  table: "entitlements",
  alias: "e",
  key: ["id"],
  joins: joined,
  scope: ({ clientId, resourceId }) => [
    sql`e.client_id = ${clientId}`,
    sql`e.resource_id = ${resourceId}`,
  ],
  filters: ({ contains, among, show }) => [
    ...matchesText(sql`(e.search_key || ' ' || coalesce(v.search_key, ''))`, contains),
    ...(among === undefined ? [] : [sql`e.id = any(${toUuids(among)})`]),
    ...(show === "interim" ? [sql`coalesce(v.interim, false)`] : []),
  ],
  sorts: {
    position: [
      { by: sql`v.position`, nullsLast: true },
      { by: sql`e.search_key` },
      { by: sql`e.name` },
    ],
    name: [{ by: sql`e.search_key` }, { by: sql`e.name` }],
  },
  defaultOrder: { field: "position", direction: "asc" },
  items: (selection) => sql`
    select p.position, ${columns}
    from page p join entitlements e on e.client_id = ${selection.clientId} and e.id = p.id
    ${joined(selection)}`,
};

/** @throws ApiError ENOTFOUND if the client has no such resource. */
export async function requireResource(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<void> {
  const resource = await db
    .selectFrom("resources")
    .select("id")
    .where("client_id", "=", clientId)
    .where("id", "=", resourceId)
    .executeTakeFirst();
  if (!resource) throw notFound("resources.notFound");
}

/** @throws ApiError ENOTFOUND */
export async function listReviews(db: Kysely<Database>, selection: Selection, paging: PagingInput) {
  await requireResource(db, selection);
  const among = await idsOf(db, selection);
  const { items, page } = await readList(db, REVIEWS, { ...selection, among }, paging);
  return { items: await toReviewed(db, selection, items), page };
}

/** Ids of entitlements that only their names tell; undefined for other filters. */
async function idsOf(
  db: Kysely<Database>,
  selection: Selection,
): Promise<readonly string[] | undefined> {
  const { show } = selection;
  if (show === "missing") return findMissing(db, selection);
  if (show !== "duplicates" && show !== "excluded") return undefined;
  const named = await loadNames(db, selection);
  if (show === "duplicates") {
    return [...groupDuplicates(named).values()].flat().map(({ id }) => id);
  }
  const isLeftOut = leavingOut(await loadRules(db, selection));
  return named.filter(isLeftOut).map(({ id }) => id);
}

/** Whether imports leave an entitlement out. */
export function leavingOut(
  rules: EntitlementSettings,
): (entitlement: Pick<Named, "name" | "excluded">) => boolean {
  const isExcluded = excluding(rules, new Set());
  return ({ name, excluded }) => excluded || isExcluded(name);
}

/** Ids of the entitlements that the system should have named at the last refresh, but did not. */
export async function findMissing(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<readonly string[]> {
  const isLeftOut = leavingOut(await loadRules(db, place));
  return (await loadNames(db, place))
    .filter((one) => one.reported === false && !one.interim && !isLeftOut(one))
    .map(({ id }) => id);
}

interface Named {
  readonly id: string;
  readonly name: string;
  /** The name that people see. */
  readonly shownName: string;
  readonly excluded: boolean;
  readonly interim: boolean;
  readonly reported: boolean | null;
}

/** All entitlements of the resource, by name. */
export async function loadNames(
  db: Kysely<Database>,
  place: SystemPlace,
): Promise<readonly Named[]> {
  const { rows } = await sql<Named>`
    select e.id, e.name, coalesce(v.display_name, e.name) as "shownName",
      coalesce(v.excluded, false) as excluded, coalesce(v.interim, false) as interim, v.reported
    from entitlements e ${joined(place)}
    where e.client_id = ${place.clientId} and e.resource_id = ${place.resourceId}
    order by e.search_key, e.name
  `.execute(db);
  return rows;
}

/** The rules of the import settings as administrators edit them. */
export async function loadRules(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<EntitlementSettings> {
  const system = await db
    .selectFrom("connected_systems")
    .select("settings")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .executeTakeFirst();
  return system?.settings ?? { excludedEntitlements: [] };
}

async function toReviewed(
  db: Kysely<Database>,
  place: SystemPlace,
  rows: readonly ReviewRow[],
): Promise<ReviewedEntitlement[]> {
  if (rows.length === 0) return [];
  const { clientId, resourceId } = place;
  const nos = `{${rows.map(({ no }) => no).join(",")}}`;
  const holders = await sql<{ no: number; count: number }>`
    select held.no, count(*) as count
    from accounts a cross join lateral unnest(a.entitlement_nos) as held (no)
    where a.client_id = ${clientId} and a.resource_id = ${resourceId}
      and a.entitlement_nos && ${nos}::int[] and held.no = any(${nos}::int[])
    group by held.no
  `.execute(db);
  const countOf = new Map(holders.rows.map(({ no, count }) => [no, count]));
  const rules = await loadRules(db, place);
  const patternOf = firstMatch(rules.excludedEntitlements);
  const isIncluded = including(rules);
  const updatingImport = await isUpdating(db, place);
  return rows.map((row) => ({
    id: row.id,
    resourceId: row.resourceId,
    roleOid: row.roleOid,
    name: row.name,
    displayName: row.displayName,
    description: row.description ?? "",
    ownerId: row.ownerId,
    owner: row.owner,
    position: row.place,
    excluded: row.excluded ?? false,
    excludedBy: patternOf(row.name),
    included: isIncluded(row.name),
    interim: row.interim ?? false,
    reported: row.reported,
    holderCount: countOf.get(row.no) ?? 0,
    updatingImport,
    version: row.version ?? 0,
  }));
}

async function isUpdating(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<boolean> {
  const run = await db
    .selectFrom("system_runs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "in", OPEN_RUNS)
    .executeTakeFirst();
  return run !== undefined;
}

/** In the order of names. */
async function loadReviews(
  db: Kysely<Database>,
  place: SystemPlace,
  ids: readonly string[],
): Promise<ReviewedEntitlement[]> {
  const { rows } = await sql<ReviewRow>`
    select ${columns} from entitlements e ${joined(place)}
    where e.client_id = ${place.clientId} and e.resource_id = ${place.resourceId}
      and e.id = any(${toUuids(ids)})
    order by e.search_key, e.name
  `.execute(db);
  return toReviewed(db, place, rows);
}

/** @throws ApiError ENOTFOUND if the resource has no such entitlement. */
export async function requireReview(
  db: Kysely<Database>,
  place: SystemPlace,
  id: string,
): Promise<ReviewedEntitlement> {
  const [found] = await loadReviews(db, place, [id]);
  if (!found) throw notFound("entitlements.notFound");
  return found;
}

/** All entitlements with the name of this one, including itself. */
export async function findDuplicates(
  db: Kysely<Database>,
  place: SystemPlace,
  { name, displayName }: Pick<ReviewedEntitlement, "name" | "displayName">,
): Promise<ReviewedEntitlement[]> {
  const group = groupDuplicates(await loadNames(db, place)).get(duplicateKey(displayName ?? name));
  return group
    ? loadReviews(
        db,
        place,
        group.map(({ id }) => id),
      )
    : [];
}

/** @throws ApiError ENOTFOUND */
export async function listDuplicateGroups(
  db: Kysely<Database>,
  place: SystemPlace,
  paging: PagingInput,
) {
  await requireResource(db, place);
  const all = [...groupDuplicates(await loadNames(db, place))];
  const page = readPage(paging);
  const shown = all.slice(page.size * page.number, page.size * (page.number + 1));
  const reviews = await loadReviews(
    db,
    place,
    shown.flatMap(([, group]) => group.map(({ id }) => id)),
  );
  const byId = new Map(reviews.map((review) => [review.id, review]));
  const groups = shown.map(([key, group]): DuplicateGroup => ({
    key,
    entitlements: group.flatMap(({ id }) => byId.get(id) ?? []),
  }));
  return { groups, page: pageInfo(page, all.length) };
}

/** Names in the system of entitlements that an administrator excluded, and of those merged into them. */
export async function excludedNames(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select e.name from entitlement_reviews v
    join entitlements e on e.client_id = v.client_id and e.id = v.entitlement_id
    where v.client_id = ${clientId} and v.resource_id = ${resourceId} and v.excluded
    union
    select a.name from entitlement_reviews v
    join entitlement_aliases a on a.client_id = v.client_id and a.entitlement_id = v.entitlement_id
    where v.client_id = ${clientId} and v.resource_id = ${resourceId} and v.excluded
  `.execute(db);
  return new Set(rows.map(({ name }) => name));
}

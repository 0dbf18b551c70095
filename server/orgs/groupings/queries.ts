/** Orgs in the tree of their type: the children of a group, orgs outside of groups, and changes of groups. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type {
  GroupChange,
  GroupSuggestion,
  LooseList,
  TreeOrg,
} from "#events/entities/grouping.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { PLANNED_ONCE } from "../../db/preparedStatements.ts";
import type { Database } from "../../db/schema.ts";
import { findAfter, readList, type List } from "../../lists/list.ts";
import type { PagingInput } from "../../lists/paging.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { notFound } from "../../plugins/errors.ts";
import { containsText, ROLE_COUNT } from "../queries.ts";

const COLUMNS = (clientId: string) => sql`
  o.oid, o.display_name as "displayName", o.type as "orgType", o.parent_oid as "parentOid",
  o.is_group as "isGroup", o.version, o.member_count as "memberCount",
  (select count(*) from inducements n where n.client_id = ${clientId} and n.org_oid = o.oid) as "inducementCount",
  ${ROLE_COUNT} as "roleCount",
  (select count(*) from orgs c where c.client_id = ${clientId} and c.parent_oid = o.oid) as "childCount"`;

const itemsOf = ({ clientId }: { readonly clientId: string }) => sql<TreeOrg>`
  select p.position, ${COLUMNS(clientId)}
  from page p join orgs o on o.client_id = ${clientId} and o.oid = p.oid`;

export interface LevelSelection {
  readonly clientId: string;
  readonly orgType: OrgType;
  /** The parent; null searches all orgs of the type. */
  readonly parentOid: string | null;
  readonly search?: string | undefined;
  readonly onlyGroups: boolean;
}

const LEVEL: List<LevelSelection, TreeOrg, "tree"> = {
  table: "orgs",
  alias: "o",
  key: ["oid"],
  scope: ({ clientId, orgType, parentOid, onlyGroups }) => [
    sql`o.client_id = ${clientId}`,
    parentOid === null
      ? sql`o.type = ${orgType} and o.parent_oid is not null`
      : sql`o.parent_oid = ${parentOid}`,
    ...(onlyGroups ? [sql`o.tree_rank = 0`] : []),
  ],
  filters: ({ search }) => (search === undefined ? [] : [containsText(search)]),
  sorts: { tree: [{ by: sql`o.tree_rank` }, { by: sql`o.sort_key` }, { by: sql`o.name` }] },
  defaultOrder: { field: "tree", direction: "asc" },
  items: itemsOf,
};

/** @param after `next` of the previous answer */
export async function listLevel(
  db: Kysely<Database>,
  selection: LevelSelection,
  after: readonly string[] | null,
  size: number,
) {
  return findAfter(db, LEVEL, selection, { after: after && [...after], size });
}

export interface LooseSelection {
  readonly clientId: string;
  readonly orgType: OrgType;
  readonly rootOid: string;
  readonly list: LooseList;
  readonly contains?: string | undefined;
}

const isLoose = ({ clientId, orgType, rootOid, list }: LooseSelection): RawBuilder<unknown>[] =>
  list === "ungrouped"
    ? [
        sql`o.client_id = ${clientId}`,
        sql`o.parent_oid = ${rootOid}`,
        sql`o.tree_rank = 1`,
        sql`o.member_count > 0`,
      ]
    : [
        sql`o.client_id = ${clientId}`,
        sql`o.type = ${orgType}`,
        sql`o.member_count = 0`,
        sql`not o.is_group`,
        sql`o.parent_oid is not null`,
      ];

const matching = ({ contains }: LooseSelection) =>
  contains === undefined || contains === "" ? [] : [containsText(contains)];

const NAME = [
  { by: sql`o.sort_key`, ascending: false },
  { by: sql`o.name`, ascending: false },
];

const LOOSE: List<LooseSelection, TreeOrg, "name" | "memberCount"> = {
  table: "orgs",
  alias: "o",
  key: ["oid"],
  scope: isLoose,
  filters: matching,
  sorts: {
    name: NAME,
    memberCount: [{ by: sql`o.member_count` }, ...NAME.map(({ by }) => ({ by, ascending: true }))],
  },
  defaultOrder: { field: "name", direction: "asc" },
  items: itemsOf,
};

export function listLoose(db: Kysely<Database>, selection: LooseSelection, paging: PagingInput) {
  return readList(db, LOOSE, selection, paging);
}

/** The oids of all orgs of a list that match, with their versions. */
export async function selectLoose(
  db: Kysely<Database>,
  selection: LooseSelection,
  except: readonly string[],
): Promise<readonly { readonly oid: string; readonly version: number }[]> {
  const conditions = [...isLoose(selection), ...matching(selection)];
  const { rows } = await sql<{ oid: string; version: number }>`
    select o.oid, o.version from orgs o
    where ${sql.join(conditions, sql` and `)} and o.oid <> all(${toUuids(except)})
    order by o.oid
  `.execute(db);
  return rows;
}

/** The ungrouped orgs that suggestions are made from: those with the most members. */
export async function loadLargestLoose(
  db: Kysely<Database>,
  selection: LooseSelection,
  most: number,
) {
  const { rows } = await sql<GroupSuggestion["orgs"][number]>`
    select o.oid, o.version, o.display_name as "displayName", o.member_count as "memberCount"
    from orgs o where ${sql.join(isLoose(selection), sql` and `)}
    order by o.member_count desc, o.sort_key, o.oid limit ${most}
  `.execute(db);
  return rows;
}

/** The groups at the top level. */
export async function loadTopGroups(
  db: Kysely<Database>,
  clientId: string,
  rootOid: string,
): Promise<readonly { readonly oid: string; readonly displayName: string }[]> {
  return db
    .selectFrom("orgs")
    .select(["oid", "display_name as displayName"])
    .where("client_id", "=", clientId)
    .where("parent_oid", "=", rootOid)
    .where("tree_rank", "=", 0)
    .execute();
}

/** @throws ApiError ENOTFOUND if the client has no orgs of the type. */
export async function requireRoot(
  db: Kysely<Database>,
  clientId: string,
  orgType: OrgType,
): Promise<string> {
  const row = await db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("type", "=", orgType)
    .where("parent_oid", "is", null)
    .executeTakeFirst();
  if (!row) throw notFound("orgs.rootNotFound");
  return row.oid;
}

/** @throws ApiError ENOTFOUND for an unknown org. */
export async function loadTreeOrg(
  db: Kysely<Database>,
  clientId: string,
  oid: string,
): Promise<TreeOrg> {
  const { rows } = await sql<TreeOrg>`
    select ${COLUMNS(clientId)} from orgs o where o.client_id = ${clientId} and o.oid = ${oid}
    ${PLANNED_ONCE}
  `.execute(db);
  const [org] = rows;
  if (!org) throw notFound("orgs.notFound");
  return org;
}

/** The parent of each group of the type. */
export async function loadGroupParents(
  db: Kysely<Database>,
  clientId: string,
  orgType: OrgType,
): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom("orgs")
    .select(["oid", "parent_oid"])
    .where("client_id", "=", clientId)
    .where("type", "=", orgType)
    .where("is_group", "=", true)
    .execute();
  return new Map(rows.map(({ oid, parent_oid }) => [oid, parent_oid]));
}

interface ChangeRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly org_type: OrgType;
  readonly change: GroupChange["change"];
  readonly group_oid: string | null;
  readonly group_name: string | null;
  readonly former_name: string | null;
  readonly created: number;
  readonly moved: number;
  readonly undoes: string | null;
  readonly undone_by: string | null;
}

function toChange(row: ChangeRow): GroupChange {
  return {
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    orgType: row.org_type,
    change: row.change,
    group:
      row.group_oid === null ? null : { oid: row.group_oid, displayName: row.group_name ?? "" },
    formerName: row.former_name,
    created: row.created,
    moved: row.moved,
    undoes: row.undoes,
    undoneBy: row.undone_by,
  };
}

/** @throws ApiError ENOTFOUND for an unknown change. */
export async function loadChange(
  db: Kysely<Database>,
  clientId: string,
  changeId: string,
): Promise<GroupChange & { readonly policyChanges: readonly string[] }> {
  const row = await db
    .selectFrom("group_changes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("id", "=", changeId)
    .executeTakeFirst();
  if (!row) throw notFound("orgs.changeNotFound");
  return { ...toChange(row), policyChanges: row.policy_changes };
}

/** The newest change of the type that is neither undone nor an undo. */
export async function findLastChange(
  db: Kysely<Database>,
  clientId: string,
  orgType: OrgType,
): Promise<GroupChange | null> {
  const row = await db
    .selectFrom("group_changes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("org_type", "=", orgType)
    .where("undoes", "is", null)
    .where("undone_by", "is", null)
    .orderBy("no", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? toChange(row) : null;
}

/** The oids of the orgs directly below another. */
export async function selectChildren(
  db: Kysely<Database>,
  clientId: string,
  parentOid: string,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("orgs")
    .select("oid")
    .where("client_id", "=", clientId)
    .where("parent_oid", "=", parentOid)
    .execute();
  return rows.map(({ oid }) => oid);
}

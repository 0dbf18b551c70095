/** Lists of the history of policies. */
import { sql, type Kysely } from "kysely";
import type { PolicyChange } from "#events/entities/policyChange.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { notFound } from "../plugins/errors.ts";

interface ChangeRow extends Omit<PolicyChange, "at"> {
  readonly at: Date;
}

const COLUMNS = sql`
  h.id, h.at, h.actor, h.kind, h.threshold, h.resource_id as "resourceId",
  h.org_count as "orgCount", h.undoes, h.undone_by as "undoneBy",
  case when h.org_count = 1 then (
    select o.display_name from policy_change_orgs only_one
    join orgs o on o.client_id = only_one.client_id and o.oid = only_one.org_oid
    where only_one.client_id = h.client_id and only_one.change_id = h.id
  ) end as "orgName"`;

interface ChangeSelection {
  readonly clientId: string;
  /** Only changes that are limited to this resource; null for all. */
  readonly resourceId: string | null;
}

interface OrgSelection extends ChangeSelection {
  readonly orgOid: string;
}

const ofResource = ({ resourceId }: ChangeSelection) =>
  resourceId === null ? [] : [sql`h.resource_id = ${resourceId}`];

const CHANGES: List<ChangeSelection, ChangeRow, "at"> = {
  table: "policy_changes",
  alias: "h",
  key: ["id"],
  scope: (selection) => [sql`h.client_id = ${selection.clientId}`, ...ofResource(selection)],
  sorts: { at: [{ by: sql`h.at` }] },
  defaultOrder: { field: "at", direction: "desc" },
  items: ({ clientId }) => sql`
    select p.position, ${COLUMNS}, h.added_count as added, h.removed_count as removed
    from page p join policy_changes h on h.client_id = ${clientId} and h.id = p.id`,
};

const CHANGES_OF_ORG: List<OrgSelection, ChangeRow, "at"> = {
  table: "policy_change_orgs",
  alias: "c",
  joins: () => sql`join policy_changes h on h.client_id = c.client_id and h.id = c.change_id`,
  key: ["change_id"],
  scope: (selection) => [
    sql`c.client_id = ${selection.clientId}`,
    sql`c.org_oid = ${selection.orgOid}`,
    ...ofResource(selection),
  ],
  sorts: { at: [{ by: sql`h.at` }] },
  defaultOrder: { field: "at", direction: "desc" },
  items: ({ clientId, orgOid }) => sql`
    select p.position, ${COLUMNS}, cardinality(c.added) as added, cardinality(c.removed) as removed
    from page p
    join policy_changes h on h.client_id = ${clientId} and h.id = p.change_id
    join policy_change_orgs c
      on c.client_id = ${clientId} and c.change_id = p.change_id and c.org_oid = ${orgOid}`,
};

/** A page of changes, newest first. */
export async function listChanges(
  db: Kysely<Database>,
  { orgOid, ...selection }: ChangeSelection & { readonly orgOid: string | undefined },
  paging: PagingInput,
) {
  const { items, page } = orgOid
    ? await readList(db, CHANGES_OF_ORG, { ...selection, orgOid }, paging)
    : await readList(db, CHANGES, selection, paging);
  return { changes: items.map(toChange), page };
}

export async function findChange(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<PolicyChange | null> {
  const { rows } = await sql<ChangeRow>`
    select ${COLUMNS}, h.added_count as added, h.removed_count as removed
    from policy_changes h where h.client_id = ${clientId} and h.id = ${id}
  `.execute(db);
  return rows[0] ? toChange(rows[0]) : null;
}

/**
 * @param among only changes that are limited to one of these resources; null for all
 * @throws ApiError ENOTFOUND
 */
export async function requireChange(
  db: Kysely<Database>,
  clientId: string,
  id: string,
  among: readonly string[] | null,
): Promise<PolicyChange> {
  const change = await findChange(db, clientId, id);
  const isSeen = change !== null && (among === null || among.includes(change.resourceId ?? ""));
  if (!isSeen) throw notFound("policies.changeNotFound");
  return change;
}

function toChange({ at, ...row }: ChangeRow): PolicyChange {
  return { ...row, at: at.toISOString() };
}

/** Reads cases, their comments and the users who can own them. */
import { sql, type Kysely } from "kysely";
import type { RowSelection } from "#events/kernel/list.ts";
import {
  UNSETTLED,
  type Case,
  type CaseDetail,
  type CaseFilter,
  type CaseKind,
  type CaseOwner,
} from "#events/entities/case.ts";
import type { CaseFilters } from "#events/calls/cases.ts";
import { dayOf } from "#events/rules/time.ts";
import type { Database } from "../db/schema.ts";
import { readList, scanned, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesName, matchesText, toUuids } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { toSearched } from "../users/searchKeys.ts";

export interface CaseSelection {
  readonly clientId: string;
  readonly state: CaseFilter;
  readonly identityOid?: string | undefined;
  readonly contains?: string | undefined;
  readonly kind?: CaseKind | undefined;
  readonly ownerId?: string | undefined;
  readonly unowned?: "true" | undefined;
  /** The day before which cases that are not settled are due; null: on any day. */
  readonly overdueOn?: string | null;
}

/** @param at the instant whose day decides what is overdue */
export function selectCases(
  { show: state = "unsettled", overdue, ...filters }: CaseFilters,
  { clientId, at }: { readonly clientId: string; readonly at: Date },
): CaseSelection {
  const { contains, kind, ownerId, unowned } = filters;
  return {
    clientId,
    state,
    contains,
    kind,
    ownerId,
    unowned,
    overdueOn: overdue ? dayOf(at) : null,
  };
}

interface ListedCase extends Omit<Case, "createdAt" | "changedAt"> {
  readonly createdAt: Date;
  readonly changedAt: Date;
}

const COLUMNS = sql`
  c.id, c.kind, c.identity_oid as "identityOid", c.role_oid as "roleOid",
  c.account_id as "accountId", c.org_oid as "orgOid", c.resource_id as "resourceId", c.subject,
  c.entitlement_name as "entitlementName", c.resource_name as "resourceName",
  exists (select from access_roles r where r.client_id = c.client_id and r.oid = c.role_oid)
    as "isAccessRole", c.state, c.owner_id as "ownerId",
  (select u.username from users u where u.id = c.owner_id) as owner, c.due_on as "dueOn",
  c.created_at as "createdAt", c.created_by as "createdBy", c.changed_at as "changedAt",
  c.version`;

function inState(state: CaseFilter) {
  if (state === "all") return [];
  const states = state === "unsettled" ? UNSETTLED : [state];
  return [sql`c.state = any(${[...states]}::text[])`];
}

const CASES: List<CaseSelection, ListedCase, "dueOn" | "createdAt" | "subject"> = {
  table: "cases",
  alias: "c",
  key: ["id"],
  scope: ({ clientId, identityOid }) => [
    sql`c.client_id = ${clientId}`,
    ...(identityOid ? [sql`c.identity_oid = ${identityOid}`] : []),
  ],
  filters: ({ state, contains, kind, ownerId, unowned, overdueOn = null }) => [
    ...inState(state),
    ...(kind ? [sql`c.kind = ${kind}`] : []),
    ...(ownerId ? [sql`c.owner_id = ${ownerId}`] : []),
    ...(unowned ? [sql`c.owner_id is null`] : []),
    ...(overdueOn === null ? [] : [sql`c.due_on < ${overdueOn}`, ...inState("unsettled")]),
    ...matchesText(sql`c.search_key`, contains),
  ],
  sorts: {
    dueOn: [{ by: sql`c.due_on`, nullsLast: true }],
    createdAt: [{ by: sql`c.created_at` }],
    subject: [{ by: sql`sort_key(c.subject) collate "C"` }],
  },
  defaultOrder: { field: "dueOn", direction: "asc" },
  items: ({ clientId }) => sql`
    select p.position, ${COLUMNS}
    from page p join cases c on c.client_id = ${clientId} and c.id = p.id`,
};

/** The same cases in the order in which they were opened, because exports cannot continue after missing values. */
export const EXPORTED_CASES: typeof CASES = {
  ...CASES,
  defaultOrder: { field: "createdAt", direction: "asc" },
};

export async function listCases(
  db: Kysely<Database>,
  selection: CaseSelection,
  paging: PagingInput,
) {
  const { items, page } = await readList(db, CASES, selection, paging);
  return { cases: items.map(toCase), page };
}

function toCase({ createdAt, changedAt, ...one }: ListedCase): Case {
  return { ...one, createdAt: createdAt.toISOString(), changedAt: changedAt.toISOString() };
}

/** @throws ApiError ENOTFOUND for a case that the client does not have. */
export async function loadCase(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<CaseDetail> {
  const { rows } = await sql<ListedCase>`
    select ${COLUMNS} from cases c where c.client_id = ${clientId} and c.id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) throw notFound("cases.notFound");
  const comments = await db
    .selectFrom("case_comments")
    .select(["id", "at", "author", "text"])
    .where("client_id", "=", clientId)
    .where("case_id", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return {
    ...toCase(row),
    comments: comments.map(({ at, ...comment }) => ({ ...comment, at: at.toISOString() })),
  };
}

interface OwnerSelection {
  readonly clientId: string;
  readonly contains?: string | undefined;
  /** Only users who own a case. */
  readonly owning?: "true" | undefined;
}

/** The client's active users, by username. */
export const OWNERS: List<OwnerSelection, CaseOwner, "username"> = {
  table: "user_clients",
  alias: "l",
  key: ["user_id"],
  scope: ({ clientId }) => [sql`l.client_id = ${clientId}`, sql`l.archived = false`],
  filters: ({ contains, owning }) => [
    ...matchesName(sql`l.search_key`, contains && toSearched(contains)),
    ...(owning
      ? [
          sql`exists (select from cases c where c.client_id = l.client_id and c.owner_id = l.user_id)`,
        ]
      : []),
  ],
  sorts: { username: [{ by: sql`l.username_key` }] },
  defaultOrder: { field: "username", direction: "asc" },
  items: () => sql`
    select p.position, u.id, u.username from page p join users u on u.id = p.user_id`,
};

/**
 * The ids of the selected cases in order, so that two changes lock them in the same order.
 *
 * @param limit of the ids
 */
export async function findCaseIds(
  tx: Kysely<Database>,
  selection: CaseSelection,
  { all, ids, limit }: RowSelection & { readonly limit: number },
): Promise<readonly string[]> {
  const named = sql`c.id = any(${toUuids(ids)})`;
  const conditions = [
    ...CASES.scope(selection),
    ...(all ? [...(CASES.filters?.(selection) ?? []).map(scanned), sql`not (${named})`] : [named]),
  ];
  const { rows } = await sql<{ id: string }>`
    select c.id from cases c where ${sql.join(conditions, sql` and `)}
    order by c.id limit ${limit} for update
  `.execute(tx);
  return rows.map(({ id }) => id);
}

export async function canOwn(
  db: Kysely<Database>,
  clientId: string,
  userId: string,
): Promise<boolean> {
  const link = await db
    .selectFrom("user_clients")
    .select("user_id")
    .where("client_id", "=", clientId)
    .where("user_id", "=", userId)
    .where("archived", "=", false)
    .executeTakeFirst();
  return link !== undefined;
}

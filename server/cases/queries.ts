/** Reads cases, their comments and the users who can own them. */
import { sql, type Kysely } from "kysely";
import {
  UNSETTLED,
  type Case,
  type CaseDetail,
  type CaseFilter,
  type CaseOwner,
} from "#events/entities/case.ts";
import type { Database } from "../db/schema.ts";
import { readList, type List } from "../lists/list.ts";
import type { PagingInput } from "../lists/paging.ts";
import { matchesText } from "../lists/sqlText.ts";
import { notFound } from "../plugins/errors.ts";
import { toSearched } from "../users/searchKeys.ts";

export interface CaseSelection {
  readonly clientId: string;
  readonly state: CaseFilter;
  readonly identityOid?: string | undefined;
  readonly contains?: string | undefined;
}

interface ListedCase extends Omit<Case, "createdAt" | "changedAt"> {
  readonly createdAt: Date;
  readonly changedAt: Date;
}

const COLUMNS = sql`
  c.id, c.kind, c.identity_oid as "identityOid", c.role_oid as "roleOid",
  c.account_id as "accountId", c.subject, c.entitlement_name as "entitlementName",
  c.resource_name as "resourceName", c.state, c.owner_id as "ownerId",
  (select u.username from users u where u.id = c.owner_id) as owner, c.due_on as "dueOn",
  c.created_at as "createdAt", c.created_by as "createdBy", c.changed_at as "changedAt",
  c.version`;

function inState(state: CaseFilter) {
  if (state === "all") return [];
  const states = state === "unsettled" ? UNSETTLED : [state];
  return [sql`c.state = any(${[...states]}::text[])`];
}

const CASES: List<CaseSelection, ListedCase, "dueOn" | "createdAt"> = {
  table: "cases",
  alias: "c",
  key: ["id"],
  scope: ({ clientId, identityOid }) => [
    sql`c.client_id = ${clientId}`,
    ...(identityOid ? [sql`c.identity_oid = ${identityOid}`] : []),
  ],
  filters: ({ state, contains }) => [
    ...inState(state),
    ...matchesText(sql`c.search_key`, contains),
  ],
  sorts: {
    dueOn: [{ by: sql`c.due_on`, nullsLast: true }],
    createdAt: [{ by: sql`c.created_at` }],
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
}

/** The client's active users, by username. */
export const OWNERS: List<OwnerSelection, CaseOwner, "username"> = {
  table: "user_clients",
  alias: "l",
  key: ["user_id"],
  scope: ({ clientId }) => [sql`l.client_id = ${clientId}`, sql`l.archived = false`],
  filters: ({ contains }) => matchesText(sql`l.search_key`, contains && toSearched(contains)),
  sorts: { username: [{ by: sql`l.username_key` }] },
  defaultOrder: { field: "username", direction: "asc" },
  items: () => sql`
    select p.position, u.id, u.username from page p join users u on u.id = p.user_id`,
};

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

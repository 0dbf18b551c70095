/** A user's changes from the audit trail, and their inverses. */
import { isDeepStrictEqual } from "node:util";
import { sql, type Kysely } from "kysely";
import {
  USER_FIELDS,
  type EditableUser,
  type FieldChange,
  type UserChange,
  type UserField,
} from "#events/entities/managedUser.ts";
import type { JsonValue } from "../../db/columns.ts";
import type { Database } from "../../db/schema.ts";
import { readList, type List } from "../../lists/list.ts";
import type { PagingInput } from "../../lists/paging.ts";

export interface AuditedChange {
  readonly id: string;
  readonly at: Date;
  readonly actor: string;
  readonly call: string;
  readonly before: JsonValue | null;
  readonly after: JsonValue | null;
}

interface ChangeSelection {
  readonly clientId: string;
  readonly userId: string;
}

/** Changes of a user in a client or in none. Sign-ins and sign-outs are excluded. */
const isChange = ({ clientId, userId }: ChangeSelection) => [
  sql`a.target = ${userId}`,
  sql`(a.client_id = ${clientId} or a.client_id is null)`,
  sql`a.call not like 'session/%'`,
  sql`a.call not like 'factors/verify%'`,
];

const CHANGES: List<ChangeSelection, AuditedChange, "at"> = {
  table: "audit",
  alias: "a",
  key: ["id"],
  scope: isChange,
  // With equal times, the creation is older.
  sorts: { at: [{ by: sql`a.at` }, { by: sql`a.before is not null` }] },
  defaultOrder: { field: "at", direction: "desc" },
  items: () => sql`
    select p.position, a.id, a.at, a.actor, a.call, a.before, a.after
    from page p join audit a on a.id = p.id`,
};

/** A page of changes, newest first. */
export function findChanges(db: Kysely<Database>, selection: ChangeSelection, paging: PagingInput) {
  return readList(db, CHANGES, selection, paging);
}

export async function findChange(
  db: Kysely<Database>,
  clientId: string,
  userId: string,
  changeId: string,
): Promise<AuditedChange | null> {
  const { rows } = await sql<AuditedChange>`
    select id, at, actor, call, before, after from audit a
    where ${sql.join(isChange({ clientId, userId }), sql` and `)} and id = ${changeId}
  `.execute(db);
  return rows[0] ?? null;
}

type Fields = Readonly<Partial<Record<UserField, JsonValue>>>;

function fieldsOf(value: JsonValue | null): Fields {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return {};
  const known = USER_FIELDS.filter((field) => Object.hasOwn(value, field));
  return Object.fromEntries(known.map((field) => [field, value[field] ?? null]));
}

/**
 * The user without the change; null if the change cannot be undone because it created or removed the user or its values
 * were changed again.
 */
export function withoutChange(user: EditableUser, change: AuditedChange): EditableUser | null {
  if (change.before === null || change.after === null) return null;
  const [before, after] = [fieldsOf(change.before), fieldsOf(change.after)];
  const fields = Object.keys(after) as UserField[];
  const isAsLeft = fields.every(
    (field) => before[field] !== undefined && isDeepStrictEqual(user[field], after[field]),
  );
  return fields.length > 0 && isAsLeft ? { ...user, ...(before as Partial<EditableUser>) } : null;
}

/** Names of the ids in lists. */
export type Names = ReadonlyMap<string, string>;

export async function loadNames(db: Kysely<Database>, clientId: string): Promise<Names> {
  const [roles, resources] = [
    await db.selectFrom("roles").select(["id", "name"]).execute(),
    await db
      .selectFrom("resources")
      .select(["id", "name"])
      .where("client_id", "=", clientId)
      .execute(),
  ];
  return new Map([...roles, ...resources].map(({ id, name }) => [id, name]));
}

/** A change as returned to clients. */
export function toUserChange(change: AuditedChange, user: EditableUser, names: Names): UserChange {
  return {
    id: change.id,
    at: change.at.toISOString(),
    actor: change.actor,
    call: change.call,
    fields: tellFields(change.before, change.after, names),
    undoable: withoutChange(user, change) !== null,
  };
}

/** The fields of a change with the names of list ids. */
export function tellFields(
  wasValue: JsonValue | null,
  isValue: JsonValue | null,
  names: Names,
): FieldChange[] {
  const [before, after] = [fieldsOf(wasValue), fieldsOf(isValue)];
  return USER_FIELDS.filter(
    (field) =>
      (before[field] !== undefined || after[field] !== undefined) &&
      !isNothing(before[field], after[field]),
  ).map((field) => ({
    field,
    before: tell(before[field], names),
    after: tell(after[field], names),
  }));
}

/** Empty fields of a new user are not listed. */
function isNothing(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  const isEmpty = (value: JsonValue | undefined) =>
    value === undefined ||
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0);
  return isEmpty(before) && isEmpty(after);
}

function tell(value: JsonValue | undefined, names: Names): string | boolean | null | string[] {
  if (Array.isArray(value)) {
    return value
      .map((id) => (typeof id === "string" && names.get(id)) || "(no longer there)")
      .toSorted();
  }
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

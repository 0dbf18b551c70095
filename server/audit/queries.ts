/** Reads the audit trail of a client. */
import { sql } from "kysely";
import type { listAuditEntries } from "#events/calls/audit.ts";
import { listedKind, type AuditEntry } from "#events/entities/auditEntry.ts";
import type { InputOf } from "#events/kernel/call.ts";
import type { JsonValue } from "../db/columns.ts";
import type { List } from "../lists/list.ts";
import { listedKindOf } from "./kinds.ts";
import { objectName } from "./names.ts";
import { countEntries } from "./total.ts";

type Filters = InputOf<(typeof listAuditEntries)["schema"]>["query"];

interface AuditSelection extends Filters {
  readonly clientId: string;
  /** When the list was requested. */
  readonly at: Date;
}

interface AuditRow extends Omit<AuditEntry, "at" | "fields" | "names"> {
  readonly at: Date;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

export const AUDIT_TRAIL: List<AuditSelection, AuditRow, "at"> = {
  table: "audit",
  alias: "a",
  key: ["id"],
  scope: ({ clientId, actor, kind, target, from, until }) => [
    sql`a.client_id = ${clientId}`,
    ...(actor ? [sql`a.actor = ${actor}`] : []),
    ...(kind ? [sql`${listedKindOf(sql`a.call`)} = ${listedKind(kind)}`] : []),
    ...(target ? [sql`a.target = ${target}`] : []),
    ...(from ? [sql`a.at >= ${from}`] : []),
    ...(until ? [sql`a.at < ${until}`] : []),
  ],
  sorts: { at: [{ by: sql`a.at` }] },
  defaultOrder: { field: "at", direction: "desc" },
  total: (db, { clientId, at, actor, kind, target, from, until }) =>
    actor || target || from || until
      ? null
      : countEntries(db, clientId, kind ? listedKind(kind) : null, at),
  items: () => sql`
    select p.position, a.id, a.at, a.actor, a.call, a.target, a.before, a.after,
      ${objectName(sql`a.client_id`, sql`target.id`)} as "targetName"
    from page p join audit a on a.id = p.id
    cross join lateral (
      select case when a.target ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        then a.target::uuid end as id
    ) target`,
};

export function toEntry({ before, after, at, ...row }: AuditRow): AuditEntry {
  return { ...row, at: at.toISOString(), fields: changedFields(before, after) };
}

/** Fields that say which task was changed. */
const OF_TASK: ReadonlySet<string> = new Set(["task", "action", "account"]);

/** The fields that differ. Those that say which task was changed have only a value after the change if they do not. */
export function changedFields(before: JsonValue, after: JsonValue): AuditEntry["fields"] {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const isOfTask = old.has("task");
  return names.flatMap((field) => {
    const one = { field, before: old.get(field) ?? null, after: now.get(field) ?? null };
    if (one.before !== one.after) return [one];
    return isOfTask && OF_TASK.has(field) ? [{ ...one, before: null }] : [];
  });
}

/** The fields of an object as texts; any other value is one field without a name. */
function fieldsOf(value: JsonValue): ReadonlyMap<string, string> {
  if (value === null) return new Map();
  const fields: Readonly<Record<string, JsonValue>> =
    typeof value === "object" && !Array.isArray(value) ? value : { "": value };
  return new Map(Object.entries(fields).map(([name, one]) => [name, textOf(one)]));
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

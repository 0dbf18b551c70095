/** Names of the things that ids in the audit trail stand for. */
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { AuditEntry } from "#events/entities/auditEntry.ts";
import { isUuid, UUIDS_IN_TEXT } from "#events/rules/uuid.ts";
import type { Database } from "../db/schema.ts";
import { personName } from "../directory/personName.ts";
import { toUuids } from "../lists/sqlText.ts";

/** Maximum ids of one entry, and of one page, that are looked up. */
const MAX_OF_ENTRY = 100;
const MAX_OF_PAGE = 2000;

type Fields = AuditEntry["fields"];
type Names = NonNullable<AuditEntry["names"]>;

/** Selects the name of the object of the client `clientId` with the id `id`, and the last name of a deleted resource; null if none has it. */
export const objectName = (clientId: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`coalesce(
  (select name from resources where client_id = ${clientId} and id = ${id}),
  (select username from users u where u.id = ${id} and exists
    (select from user_clients c where c.client_id = ${clientId} and c.user_id = u.id)),
  (select display_name from orgs where client_id = ${clientId} and oid = ${id}),
  (select ${personName("i")} from identities i where i.client_id = ${clientId} and i.oid = ${id}),
  (select name from access_roles where client_id = ${clientId} and oid = ${id}),
  (select subject from cases where client_id = ${clientId} and id = ${id}),
  (select name from clients where id = ${id} and id = ${clientId}),
  (select d.before ->> 'name' from audit d where d.client_id = ${clientId}
    and d.target = ${id}::text and d.call = 'systems/deleteSystem' limit 1)
)`;

/** The ids that values of the fields mention, in lower case. */
export function idsIn(fields: Fields): readonly string[] {
  const ids = new Set<string>();
  for (const { before, after } of fields) {
    for (const text of [before ?? "", after ?? ""]) {
      for (const [id] of text.matchAll(UUIDS_IN_TEXT)) {
        if (ids.size < MAX_OF_ENTRY) ids.add(id.toLowerCase());
      }
    }
  }
  return [...ids];
}

/** Adds to each entry the names of the ids in its values. */
export async function withNames<Entry extends { readonly fields: Fields }>(
  db: Kysely<Database>,
  clientId: string,
  entries: readonly Entry[],
  targetOf: (entry: Entry) => string | null,
): Promise<(Entry & { readonly names?: Names })[]> {
  const ids = entries.map(({ fields }) => idsIn(fields));
  const wanted = [...new Set(ids.flat())].slice(0, MAX_OF_PAGE);
  if (wanted.length === 0) return [...entries];
  const targets = [...new Set(entries.flatMap((entry) => targetOf(entry) ?? []))];
  const found = await findNames(
    db,
    clientId,
    wanted,
    targets.filter((target) => isUuid(target)),
  );
  return entries.map((entry, at) => {
    const names = (ids[at] ?? []).flatMap((id) => {
      const name = found.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
    return names.length === 0 ? entry : { ...entry, names };
  });
}

/** @param targets of the entries: runs, previews, simulations and files are known by the resource that they belong to. */
async function findNames(
  db: Kysely<Database>,
  clientId: string,
  ids: readonly string[],
  targets: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const client = sql`${clientId}::uuid`;
  const ofTarget = sql`client_id = ${client} and resource_id = any(${toUuids(targets)})`;
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text as id, name from (
      select wanted.id, coalesce(
        ${objectName(client, sql`wanted.id`)},
        (select coalesce(r.display_name, e.name) from entitlements e
          left join entitlement_reviews r on r.client_id = e.client_id and r.entitlement_id = e.id
          where e.client_id = ${client} and e.role_oid = wanted.id),
        (select name from entitlements where client_id = ${client} and id = wanted.id),
        (select name from gone_entitlements where client_id = ${client} and role_oid = wanted.id),
        (select name from roles where id = wanted.id),
        (select no::text from system_runs where ${ofTarget} and oid = wanted.id),
        (select no::text from provisioning_plans where ${ofTarget} and id = wanted.id),
        (select no::text from correlation_simulations where ${ofTarget} and oid = wanted.id),
        (select name from system_files where ${ofTarget} and id = wanted.id),
        (select actor || ', ' || to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"')
          from policy_changes where client_id = ${client} and id = wanted.id)
      ) as name
      from unnest(${toUuids(ids)}) as wanted (id)
    ) named where name is not null
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

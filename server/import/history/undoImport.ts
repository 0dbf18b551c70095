/** Takes back all that an import of files changed, set by set in one transaction. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import { message } from "#events/messages/message.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { FormerPerson } from "../../db/systemTables.ts";
import { deleteOrgNames } from "../../names/commands.ts";
import { ApiError } from "../../plugins/errors.ts";
import { holdImports } from "../clientStage.ts";
import { refreshDirectory } from "../recordImport.ts";
import { removeIdentities, restoreIdentities } from "../restoreIdentities.ts";
import { changesOf, requireUndoable } from "./dependents.ts";
import { holdPastImport, type HistoryPlace } from "./queries.ts";
import { RECORDS, type ImportedKind } from "./states.ts";

const PEOPLE = 1000;

export interface UndoRequest extends HistoryPlace {
  readonly at: Date;
  /** A username, or the name of the operating system's user. */
  readonly actor: string;
}

/**
 * The caller audits it. A client, root orgs and access to the client that the import added stay.
 *
 * @returns the import as it was.
 * @throws ApiError ENOTFOUND; ECONFLICT for an import that was undone or whose changes are no longer kept, and if something later
 *   depends on it.
 */
export async function undoImport(
  tx: Transaction<Database>,
  request: UndoRequest,
): Promise<Row<"import_history">> {
  const { clientId, importId, at, actor } = request;
  await holdImports(tx);
  const row = await holdPastImport(tx, request);
  if (row.status !== "done" || row.changes_dropped || !(await hasAllChanges(tx, row))) {
    throw new ApiError("ECONFLICT", message("import.notUndoable"));
  }
  await requireUndoable(tx, request);
  await restoreAccounts(tx, request);
  await restorePeople(tx, request);
  await removeOrgs(tx, request);
  await restoreEntitlements(tx, request);
  await deleteAdded(request, "resource").execute(tx);
  await refreshDirectory(tx, clientId);
  await tx
    .updateTable("import_history")
    .set({ status: "undone", undone_at: at, undone_by: actor })
    .where("client_id", "=", clientId)
    .where("id", "=", importId)
    .execute();
  return row;
}

async function hasAllChanges(
  tx: Transaction<Database>,
  { client_id, id, changes }: Row<"import_history">,
): Promise<boolean> {
  const { kept } = await tx
    .selectFrom("import_changes")
    .select((eb) => eb.fn.countAll<number>().as("kept"))
    .where("client_id", "=", client_id)
    .where("import_id", "=", id)
    .executeTakeFirstOrThrow();
  return Number(kept) === changes;
}

/** Deletes the records that the import added. */
function deleteAdded(place: HistoryPlace, kind: ImportedKind): RawBuilder<unknown> {
  const { table, key } = RECORDS[kind];
  const record = sql.ref(kind);
  return sql`
    delete from ${sql.table(table)} ${record} using import_changes change
    where ${changesOf(place, kind)} and change.change = 'added'
      and ${record}.client_id = change.client_id and ${record}.${sql.ref(key)} = change.record_id`;
}

async function restoreAccounts(tx: Transaction<Database>, place: HistoryPlace): Promise<void> {
  const owner = sql`(change.before ->> 'owner')::uuid`;
  const active = sql`(change.before ->> 'active')::boolean`;
  const held = sql`array(
    select held.no::integer from jsonb_array_elements_text(change.before -> 'held') as held (no) order by 1)`;
  await deleteAdded(place, "account").execute(tx);
  await sql`
    update accounts account set identity_oid = ${owner}, active = ${active}, entitlement_nos = ${held}
    from import_changes change
    where ${changesOf(place, "account")} and change.change = 'updated'
      and account.client_id = change.client_id and account.id = change.record_id
  `.execute(tx);
  await sql`
    insert into accounts (client_id, id, resource_id, name, identity_oid, active, entitlement_nos)
    select change.client_id, change.record_id, (change.before ->> 'resourceId')::uuid, change.name, ${owner},
      ${active}, ${held}
    from import_changes change
    where ${changesOf(place, "account")} and change.change = 'removed'
  `.execute(tx);
}

interface KeptPerson {
  readonly no: number;
  readonly oid: string;
  readonly former: FormerPerson | null;
  readonly present: FormerPerson;
}

async function restorePeople(tx: Transaction<Database>, request: UndoRequest): Promise<void> {
  const { clientId, at, actor } = request;
  let last = 0;
  for (;;) {
    const { rows } = await sql<KeptPerson>`
      select change.no, person.oid, change.before as former, ${RECORDS.person.state} as present
      from import_changes change
      join identities person on person.client_id = change.client_id and person.oid = change.record_id
      where ${changesOf(request, "person")} and change.no > ${last}
      order by change.no limit ${PEOPLE}
    `.execute(tx);
    const changed = rows.flatMap(({ former, ...one }) =>
      former === null ? [] : [{ ...one, former }],
    );
    await restoreIdentities(tx, clientId, { at, actor, run: null }, changed);
    const added = rows.flatMap(({ oid, former }) => (former === null ? [oid] : []));
    await removeIdentities(tx, clientId, added);
    if (rows.length < PEOPLE) return;
    last = rows.at(-1)?.no ?? last;
  }
}

async function removeOrgs(tx: Transaction<Database>, place: HistoryPlace): Promise<void> {
  const { rows } = await sql<{ oid: string }>`
    ${deleteAdded(place, "org")} returning org.oid
  `.execute(tx);
  await deleteOrgNames(
    tx,
    place.clientId,
    rows.map(({ oid }) => oid),
  );
}

/** With what administrators said about them, and the names that were merged into them. */
async function restoreEntitlements(tx: Transaction<Database>, place: HistoryPlace): Promise<void> {
  await deleteAdded(place, "entitlement").execute(tx);
  await sql`
    insert into entitlements (client_id, id, no, resource_id, name, role_oid, search_key)
    select change.client_id, change.record_id, (change.before ->> 'no')::integer,
      (change.before ->> 'resourceId')::uuid, change.name, (change.before ->> 'roleOid')::uuid, change.search_key
    from import_changes change
    where ${changesOf(place, "entitlement")} and change.change = 'removed'
  `.execute(tx);
  await sql`
    insert into entitlement_reviews
    select review.* from import_changes change
    cross join lateral jsonb_populate_record(null::entitlement_reviews, change.before -> 'review') as review
    where ${changesOf(place, "entitlement")} and change.change = 'removed'
      and jsonb_typeof(change.before -> 'review') = 'object'
  `.execute(tx);
  await sql`
    insert into entitlement_aliases (client_id, resource_id, name, entitlement_id)
    select change.client_id, (change.before ->> 'resourceId')::uuid, alias.name, change.record_id
    from import_changes change
    cross join lateral jsonb_array_elements_text(change.before -> 'aliases') as alias (name)
    where ${changesOf(place, "entitlement")} and change.change = 'removed'
  `.execute(tx);
  await sql`
    update entitlement_reviews review set interim = true from import_changes change
    where ${changesOf(place, "entitlement")} and change.change = 'updated'
      and review.client_id = change.client_id and review.entitlement_id = change.record_id
  `.execute(tx);
}

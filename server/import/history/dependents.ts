/** What depends on an import of files: later changes and uses of the records that it changed. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { shareLock } from "../../db/advisoryLocks.ts";
import { withoutNestedLoops } from "../../db/nestedLoops.ts";
import type { Database } from "../../db/schema.ts";
import { ApiError } from "../../plugins/errors.ts";
import { isManagerOf, PERSON_USES } from "../../directory/personUses.ts";
import type { HistoryPlace } from "./queries.ts";
import { RECORDS, type ImportedKind } from "./states.ts";

/** The changes of the import, as the table alias `change`. */
export function changesOf(
  { clientId, importId }: HistoryPlace,
  kind: ImportedKind,
): RawBuilder<unknown> {
  return sql`change.client_id = ${clientId} and change.import_id = ${importId} and change.kind = ${kind}`;
}

const KINDS: readonly ImportedKind[] = ["account", "entitlement", "resource", "person", "org"];

const KIND_TEXTS: Readonly<Record<ImportedKind, Message>> = {
  account: message("import.kindAccount"),
  entitlement: message("import.kindEntitlement"),
  resource: message("import.kindResource"),
  person: message("import.kindPerson"),
  org: message("import.kindOrg"),
};

interface Found {
  readonly name: string;
  readonly count: number;
}

/**
 * Locks the orgs, entitlements and people that the import added, so that nothing begins to use them before the transaction
 * ends. Call it while no other import is written.
 *
 * @throws ApiError ECONFLICT that names what depends on the import.
 */
export async function requireUndoable(
  tx: Transaction<Database>,
  place: HistoryPlace,
): Promise<void> {
  // Changes of many policies and of groups lock only this.
  await shareLock(tx, "policies");
  await withoutNestedLoops(tx, () => refuseUsed(tx, place));
}

async function refuseUsed(tx: Transaction<Database>, place: HistoryPlace): Promise<void> {
  for (const kind of ["org", "entitlement", "person"] as const) await holdAdded(tx, place, kind);
  for (const kind of KINDS) await requireUnchanged(tx, place, kind);
  await refuse(tx, connectedSince(place), (found) => message("import.undoConnected", found));
  await refuse(tx, takenAgain(place), (found) => message("import.undoTaken", found));
  await refuse(tx, withoutFormer(place), (found) => message("import.undoMissing", found));
  for (const [kind, use, query] of usesOf(place)) {
    await refuse(tx, query, ({ name, count }) =>
      message("import.undoUsed", { name, count, kind: KIND_TEXTS[kind], use }),
    );
  }
}

async function holdAdded(
  tx: Transaction<Database>,
  place: HistoryPlace,
  kind: ImportedKind,
): Promise<void> {
  const { table, key } = RECORDS[kind];
  const record = sql.ref(kind);
  const id = sql.ref(`${kind}.${key}`);
  await sql`
    select from ${sql.table(table)} ${record}
    where ${record}.client_id = ${place.clientId} and ${id} in (
      select change.record_id from import_changes change
      where ${changesOf(place, kind)} and change.change = 'added')
    order by ${id} for update of ${record}
  `.execute(tx);
}

/** @param query of names and the number of all. */
async function refuse(
  tx: Transaction<Database>,
  query: RawBuilder<Found>,
  toMessage: (first: Found) => Message,
): Promise<void> {
  const { rows } = await query.execute(tx);
  if (rows[0]) throw new ApiError("ECONFLICT", toMessage(rows[0]));
}

/** Records that are not as the import left them. */
async function requireUnchanged(
  tx: Transaction<Database>,
  place: HistoryPlace,
  kind: ImportedKind,
): Promise<void> {
  const { table, key, state } = RECORDS[kind];
  const record = sql.ref(kind);
  const { rows } = await sql<Found & { readonly id: string }>`
    select change.name, change.record_id as id, count(*) over () as count
    from import_changes change
    left join ${sql.table(table)} ${record} on ${record}.client_id = change.client_id
      and ${record}.${sql.ref(key)} = change.record_id
    where ${changesOf(place, kind)} and change.change <> 'removed'
      and (${record}.${sql.ref(key)} is null or ${state} <> change.after)
    order by change.no limit 1
  `.execute(tx);
  const [first] = rows;
  if (!first) return;
  const { name, count, id } = first;
  const later = await laterImports(tx, place, id);
  const params = { kind: KIND_TEXTS[kind], name, count };
  throw new ApiError(
    "ECONFLICT",
    later.length === 0
      ? message("import.undoChanged", params)
      : message("import.undoChangedByImports", { ...params, imports: later.join(", ") }),
  );
}

/** The numbers of later imports that changed the record, the newest first. */
async function laterImports(
  tx: Transaction<Database>,
  { clientId, importId }: HistoryPlace,
  recordId: string,
): Promise<readonly number[]> {
  const { rows } = await sql<{ no: number }>`
    select distinct history.no from import_history history
    join import_changes change on change.client_id = history.client_id and change.import_id = history.id
    where history.client_id = ${clientId} and history.status = 'done' and change.record_id = ${recordId}
      and history.no > (
        select no from import_history own where own.client_id = ${clientId} and own.id = ${importId})
    order by history.no desc limit 5
  `.execute(tx);
  return rows.map(({ no }) => no);
}

/** Imports of a connected system would neither notice nor revert what the undo does to its accounts. */
function connectedSince(place: HistoryPlace): RawBuilder<Found> {
  return sql`
    select resource.name, count(*) over () as count
    from (
      select distinct coalesce(change.before, change.after) ->> 'resourceId' as id from import_changes change
      where ${changesOf(place, "account")}
    ) used
    join resources resource on resource.client_id = ${place.clientId} and resource.id = used.id::uuid
    join connected_systems system on system.client_id = resource.client_id
      and system.resource_id = resource.id and system.initial_import_complete
    order by resource.name limit 1`;
}

/** Removed records whose name another one has now. Lateral joins would be nested loops, which are slow without statistics. */
function takenAgain(place: HistoryPlace): RawBuilder<Found> {
  return sql`
    select name, count(*) over () as count from (
      select change.name from import_changes change
      join accounts account on account.client_id = change.client_id and account.name = change.name
        and account.resource_id = (change.before ->> 'resourceId')::uuid
      where ${changesOf(place, "account")} and change.change = 'removed'
      union all
      select change.name from import_changes change
      join entitlements entitlement on entitlement.client_id = change.client_id and entitlement.name = change.name
        and entitlement.resource_id = (change.before ->> 'resourceId')::uuid
      where ${changesOf(place, "entitlement")} and change.change = 'removed'
      union all
      select alias.name from import_changes change
      join entitlement_aliases alias on alias.client_id = change.client_id and alias.name = change.name
        and alias.resource_id = (change.before ->> 'resourceId')::uuid
      where ${changesOf(place, "entitlement")} and change.change = 'removed'
      union all
      select alias.name from (
        select (change.before ->> 'resourceId')::uuid as resource_id,
          jsonb_array_elements_text(change.before -> 'aliases') as name
        from import_changes change
        where ${changesOf(place, "entitlement")} and change.change = 'removed'
      ) former
      join entitlement_aliases alias on alias.client_id = ${place.clientId}
        and alias.resource_id = former.resource_id and alias.name = former.name
    ) as taken
    order by name limit 1`;
}

/** Accounts and entitlements whose former resource, owner or entitlements are missing, and would still be after the undo. */
function withoutFormer(place: HistoryPlace): RawBuilder<Found> {
  const { clientId } = place;
  return sql`
    select name, count(*) over () as count from (
      select change.name from import_changes change
      left join resources resource on resource.client_id = change.client_id
        and resource.id = (change.before ->> 'resourceId')::uuid
      where change.client_id = ${clientId} and change.import_id = ${place.importId}
        and change.kind in ('account', 'entitlement') and change.change <> 'added' and resource.id is null
      union all
      select change.name from import_changes change
      left join identities person on person.client_id = change.client_id
        and person.oid = (change.before ->> 'owner')::uuid
      where ${changesOf(place, "account")} and change.before ->> 'owner' is not null and person.oid is null
      union all
      select held.name from (
        select change.name, jsonb_array_elements_text(change.before -> 'held')::integer as no
        from import_changes change
        where ${changesOf(place, "account")} and change.change <> 'added'
      ) held
      left join (
        select no from entitlements where client_id = ${clientId}
        union all
        select (removed.before ->> 'no')::integer from import_changes removed
        where removed.client_id = ${clientId} and removed.import_id = ${place.importId}
          and removed.kind = 'entitlement' and removed.change = 'removed'
      ) present on present.no = held.no
      where present.no is null
    ) as lacking
    order by name limit 1`;
}

type Uses = readonly [kind: ImportedKind, use: Message, query: RawBuilder<Found>];

/** What needs records that the import added. */
function usesOf(place: HistoryPlace): readonly Uses[] {
  const { clientId, importId } = place;
  /** Whether the import did not change the record of the kind with that id. A NOT IN of many ids would not be hashed. */
  const isOther = (kind: ImportedKind, id: string) => sql`not exists (
    select from import_changes own
    where own.client_id = ${clientId} and own.import_id = ${importId} and own.kind = ${kind}
      and own.record_id = ${sql.ref(id)})`;
  const added = (kind: ImportedKind, isUsed: RawBuilder<unknown>): RawBuilder<Found> => {
    const { table, key } = RECORDS[kind];
    const record = sql.ref(kind);
    return sql`
      select change.name, count(*) over () as count from import_changes change
      join ${sql.table(table)} ${record} on ${record}.client_id = change.client_id
        and ${record}.${sql.ref(key)} = change.record_id
      where ${changesOf(place, kind)} and change.change = 'added' and ${isUsed}
      order by change.no limit 1`;
  };
  const others = message("import.usedByOthers");
  return [
    [
      "account",
      others,
      added(
        "account",
        sql`account.id in (
      select account_id from cases where client_id = ${clientId} and account_id is not null)`,
      ),
    ],
    [
      "entitlement",
      message("import.usedByAccounts"),
      added(
        "entitlement",
        sql`entitlement.no in (
      select unnest(account.entitlement_nos) from accounts account
      where account.client_id = ${clientId} and ${isOther("account", "account.id")})`,
      ),
    ],
    [
      "entitlement",
      message("import.usedByPolicies"),
      added(
        "entitlement",
        sql`entitlement.role_oid in (
      select role_oid from inducements where client_id = ${clientId}
      union all
      select role_oid from access_role_entitlements where client_id = ${clientId})`,
      ),
    ],
    [
      "entitlement",
      others,
      added(
        "entitlement",
        sql`entitlement.role_oid in (
      select role_oid from cases where client_id = ${clientId} and role_oid is not null)`,
      ),
    ],
    [
      "resource",
      message("import.usedByAccounts"),
      added(
        "resource",
        sql`resource.id in (
      select resource_id from accounts where client_id = ${clientId} and ${isOther("account", "accounts.id")})`,
      ),
    ],
    [
      "resource",
      message("import.usedByEntitlements"),
      added(
        "resource",
        sql`resource.id in (
      select resource_id from entitlements
      where client_id = ${clientId} and ${isOther("entitlement", "entitlements.id")})`,
      ),
    ],
    [
      "resource",
      others,
      added(
        "resource",
        sql`resource.id in (
      select resource_id from connected_systems where client_id = ${clientId}
      union all
      select resource_id from user_resources where client_id = ${clientId})`,
      ),
    ],
    [
      "person",
      message("systemRuns.usedByAccounts"),
      added(
        "person",
        sql`person.oid in (
      select identity_oid from accounts
      where client_id = ${clientId} and identity_oid is not null and ${isOther("account", "accounts.id")})`,
      ),
    ],
    ["person", message("systemRuns.usedByRoles"), added("person", PERSON_USES.roles)],
    ["person", message("systemRuns.usedByOthers"), added("person", PERSON_USES.others)],
    [
      "person",
      message("systemRuns.usedAsManagers"),
      added("person", isManagerOf(clientId, isOther("person", "report.oid"))),
    ],
    [
      "org",
      message("import.usedByPeople"),
      added(
        "org",
        sql`org.oid in (
      select org_oid from identity_orgs
      where client_id = ${clientId} and ${isOther("person", "identity_orgs.identity_oid")})`,
      ),
    ],
    [
      "org",
      message("import.usedByOrgs"),
      added(
        "org",
        sql`org.oid in (
      select parent_oid from orgs where client_id = ${clientId} and parent_oid is not null)`,
      ),
    ],
    [
      "org",
      message("import.usedByPolicies"),
      added(
        "org",
        sql`org.oid in (
      select org_oid from inducements where client_id = ${clientId})`,
      ),
    ],
    // The undo of a later import would return people to the org.
    [
      "org",
      others,
      added(
        "org",
        sql`org.oid in (
      select jsonb_array_elements_text(later.before -> 'orgs')::uuid
      from import_history history
      join import_changes later on later.client_id = history.client_id and later.import_id = history.id
      where history.client_id = ${clientId} and history.status = 'done' and later.kind = 'person'
        and later.change = 'updated' and history.no > (
          select no from import_history own where own.client_id = ${clientId} and own.id = ${importId}))`,
      ),
    ],
  ];
}

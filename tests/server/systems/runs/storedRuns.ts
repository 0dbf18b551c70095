/** Runs of a system, with their entries and objects, as ended runs leave them. */
import { randomUUID } from "node:crypto";
import { sql, type Insertable, type Kysely } from "kysely";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import type { Database } from "#server/db/schema.ts";
import { contentText } from "#server/systems/runs/content.ts";
import type { RunJob } from "#server/systems/runs/leases.ts";
import { insertClientWithSystem } from "../ownClient.ts";

export const NOW = new Date("2026-03-02T09:00:00Z");
export const DAY = 86_400_000;

export const EMPTY_TEXT = contentText({ attributes: {}, active: null, entitlements: [] });

/** A system of a new client. */
export async function storeSystem(
  db: Kysely<Database>,
  system: Partial<Parameters<typeof insertClientWithSystem>[2]> = {},
): Promise<SystemPlace> {
  const place = { clientId: randomUUID(), resourceId: randomUUID() };
  await insertClientWithSystem(db, place, {
    name: "System",
    connector_id: 1,
    kind: "export",
    settings: DEFAULT_SETTINGS,
    at: NOW,
    ...system,
  });
  return place;
}

export const keyOf = ({ clientId, resourceId }: SystemPlace) => ({
  client_id: clientId,
  resource_id: resourceId,
});

/** @returns the run's oid. */
export async function storeRun(
  db: Kysely<Database>,
  place: SystemPlace,
  run: Partial<Insertable<Database["system_runs"]>> = {},
): Promise<string> {
  const oid = randomUUID();
  await db
    .insertInto("system_runs")
    .values({
      ...keyOf(place),
      oid,
      no: 1,
      kind: "full",
      status: "done",
      scheduled: false,
      actor: "ann",
      created_at: NOW,
      due_at: NOW,
      ...run,
    })
    .execute();
  return oid;
}

/** A run that this worker performs. */
export async function storeOwnRun(
  db: Kysely<Database>,
  place: SystemPlace,
  run: Pick<RunJob, "status" | "kind"> = { status: "reading", kind: "full" },
  no = 1,
): Promise<RunJob> {
  const workerId = randomUUID();
  const oid = await storeRun(db, place, { ...run, no, lease_owner: workerId });
  return { ...place, oid, workerId, attempt: 1, actor: { id: null, username: "ann" }, ...run };
}

type Entry = Partial<Insertable<Database["system_run_entries"]>> & { readonly object_id: string };

/** Entries of accounts in their order. */
export async function storeEntries(
  db: Kysely<Database>,
  place: SystemPlace,
  oid: string,
  entries: readonly Entry[],
): Promise<void> {
  const rows = entries.map((entry, at) => ({
    ...keyOf(place),
    run_oid: oid,
    no: at + 1,
    object_class: "account",
    name: entry.object_id,
    search_key: entry.object_id,
    change: "added" as const,
    ...entry,
  }));
  await db.insertInto("system_run_entries").values(rows).execute();
}

type StoredObject = Partial<Insertable<Database["system_objects"]>> & {
  readonly object_id: string;
};

export async function storeObjects(
  db: Kysely<Database>,
  place: SystemPlace,
  objects: readonly StoredObject[],
): Promise<void> {
  const rows = objects.map((object) => ({
    ...keyOf(place),
    object_class: "account",
    name: object.object_id,
    hash: Buffer.alloc(16),
    content: EMPTY_TEXT,
    held: 0,
    ...object,
  }));
  await db.insertInto("system_objects").values(rows).execute();
}

/** Objects that are named like their numbers, with five digits. */
export async function storeManyObjects(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  { many, content = EMPTY_TEXT }: { readonly many: number; readonly content?: string },
): Promise<void> {
  await sql`
    insert into system_objects (client_id, resource_id, object_class, object_id, name, account_name, hash, content, held)
    select ${clientId}::uuid, ${resourceId}::uuid, 'account', item.id, item.id, item.id, ${Buffer.alloc(16)}::bytea,
      ${content}, 0
    from (select lpad(no::text, 5, '0') as id from generate_series(1, ${many}::integer) as no) as item
  `.execute(db);
}

/** Entries of the objects of `storeManyObjects`. */
export async function storeManyEntries(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  oid: string,
  { many, change, before }: { many: number; change: string; before: string | null },
): Promise<void> {
  await sql`
    insert into system_run_entries (
      client_id, resource_id, run_oid, no, object_class, object_id, name, search_key, change, before
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, item.no, 'account', item.id, item.id, item.id, ${change},
      ${before}
    from (select no, lpad(no::text, 5, '0') as id from generate_series(1, ${many}::integer) as no) as item
  `.execute(db);
}

export const runOf = (db: Kysely<Database>, oid: string) =>
  db.selectFrom("system_runs").selectAll().where("oid", "=", oid).executeTakeFirstOrThrow();

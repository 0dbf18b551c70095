/** The plan that takes back what a run changed. */
import { createHash } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import { NO_COUNTS, type RunCounts } from "#events/entities/systemRun.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { REVERSED_CHANGES, reversedCounts } from "#events/rules/runs.ts";
import type { Database, Row } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { LostJobError } from "../../jobs/leases.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { contentHash } from "./content.ts";
import { nameDescribedPeople } from "./describedPeople.ts";
import { changeOwnRun, holdOwnRun, type RunPlace } from "./leases.ts";
import { dropOwnEntries } from "./planWriter.ts";

const ROWS = 500;

/**
 * Writes the entries and the hash of a run that takes back another one, page by page. Call it outside a transaction.
 *
 * @throws LostJobError if another worker has the run; MappingTimeError.
 */
export async function writeReversal(
  db: Kysely<Database>,
  request: ApplyRequest,
  undone: string,
): Promise<void> {
  const { job, isHr } = request;
  await dropOwnEntries(db, job);
  const planHash = createHash("sha256");
  let last = 0;
  for (;;) {
    const rows = await db
      .selectFrom("system_run_entries")
      .selectAll()
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("run_oid", "=", undone)
      .where("no", ">", last)
      .orderBy("no")
      .limit(ROWS)
      .execute();
    const reversed = rows.map((row) => reverse(row, isHr));
    for (const { row, change, hash } of reversed) {
      planHash.update(JSON.stringify([row.object_class, row.object_id, change])).update(hash ?? "");
    }
    await inTransaction(db, async (tx) => {
      await holdOwnRun(tx, job, "share");
      await insertReversed(tx, job, reversed);
    });
    if (rows.length < ROWS) break;
    last = rows.at(-1)?.no ?? last;
  }
  // Before the change, an object may have described another person than the undone entry names.
  if (isHr) await nameDescribedPeople(db, job, request);
  const isOurs = await changeOwnRun(db, job, ["applying"], { hash: planHash.digest("hex") });
  if (!isOurs) throw new LostJobError();
}

/** An account that is gone again has its former content. The people of an HR system are restored from what they were. */
function reverse(row: Row<"system_run_entries">, isHr: boolean) {
  const change = REVERSED_CHANGES[row.change];
  const name = row.name_before ?? row.name;
  const after = change === "removed" || (isHr && change === "gone") ? null : row.before;
  const hash = after === null ? null : contentHash(name, after);
  return { row, change, name, before: row.after ?? row.before, after, hash };
}

async function insertReversed(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  reversed: readonly ReturnType<typeof reverse>[],
): Promise<void> {
  await sql`
    insert into system_run_entries (
      client_id, resource_id, run_oid, no, object_class, object_id, name, search_key, change, name_before, before,
      after, after_hash, former, person_id
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, item.*
    from unnest(
      ${reversed.map(({ row }) => row.no)}::integer[],
      ${reversed.map(({ row }) => row.object_class)}::text[],
      ${reversed.map(({ row }) => row.object_id)}::text[],
      ${reversed.map(({ name }) => name)}::text[],
      ${reversed.map(({ name }) => normalizeForFilter(name))}::text[],
      ${reversed.map(({ change }) => change)}::text[],
      ${reversed.map(({ row }) => row.name)}::text[],
      ${reversed.map(({ before }) => before)}::text[],
      ${reversed.map(({ after }) => after)}::text[],
      ${reversed.map(({ hash }) => hash)}::bytea[],
      ${reversed.map(({ row }) => row.former && JSON.stringify(row.former))}::jsonb[],
      ${reversed.map(({ row }) => row.person_id)}::text[]
    ) as item
  `.execute(tx);
}

/** What the run takes over from the one that it takes back. Its entries are written later. */
export async function describeReversal(
  tx: Transaction<Database>,
  { clientId, resourceId, oid }: RunPlace,
  undone: Row<"system_runs">,
): Promise<void> {
  const { settings, people, object_classes: classes, simulation_oid } = undone;
  const changed = reversedCounts((undone.counts as RunCounts | null) ?? NO_COUNTS);
  await tx
    .updateTable("system_runs")
    .set({
      counts: JSON.stringify({ ...changed, read: 0, unchanged: 0, orphaned: 0 }),
      settings: settings && JSON.stringify(settings),
      people,
      object_classes: classes && JSON.stringify(classes),
      simulation_oid,
    })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .execute();
}

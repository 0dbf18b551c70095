/** The plan that takes back what a run changed. */
import { createHash } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { NO_COUNTS, type RunCounts } from "#events/entities/systemRun.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { REVERSED_CHANGES } from "#events/rules/runs.ts";
import type { Database } from "../../db/schema.ts";
import { contentHash } from "./content.ts";
import type { RunPlace } from "./leases.ts";

const ROWS = 2000;

/** Writes entries, counts and hash of a run that takes back another one. */
export async function writeReversal(
  tx: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
  undone: string,
): Promise<void> {
  const counts: RunCounts = { ...NO_COUNTS };
  const planHash = createHash("sha256");
  let last = 0;
  for (;;) {
    const rows = await tx
      .selectFrom("system_run_entries")
      .selectAll()
      .where("client_id", "=", clientId)
      .where("resource_id", "=", resourceId)
      .where("run_oid", "=", undone)
      .where("no", ">", last)
      .orderBy("no")
      .limit(ROWS)
      .execute();
    const reversed = rows.map((row) => {
      const change = REVERSED_CHANGES[row.change];
      const name = row.name_before ?? row.name;
      const after = change === "gone" || change === "removed" ? null : row.before;
      const hash = after === null ? null : contentHash(name, after);
      counts[change] += 1;
      planHash.update(JSON.stringify([row.object_class, row.object_id, change])).update(hash ?? "");
      const before = row.after ?? row.before;
      return { row, change, name, before, after, hash };
    });
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
    if (rows.length < ROWS) break;
    last = rows.at(-1)?.no ?? last;
  }
  await sql`
    update system_runs run
    set counts = ${JSON.stringify(counts)}::jsonb, hash = ${planHash.digest("hex")},
      settings = former.settings, people = former.people, object_classes = former.object_classes,
      simulation_oid = former.simulation_oid
    from system_runs former
    where run.client_id = ${clientId} and run.resource_id = ${resourceId} and run.oid = ${oid}
      and former.client_id = ${clientId} and former.resource_id = ${resourceId} and former.oid = ${undone}
  `.execute(tx);
}

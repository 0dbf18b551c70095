/** Marks the entries of an HR system's plan whose people leave because the system says so. */
import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { chunksOf } from "../../import/batch.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import { INACTIVE } from "./content.ts";
import { findEndedPeople } from "./endedPeople.ts";
import { holdOwnRun, type RunPlace } from "./leases.ts";

export interface LeavingPeople {
  /** People of the directory who leave. */
  readonly leaving: number;
  /** People of the directory whom the system describes and who have not left. */
  readonly employed: number;
}

/**
 * Call it after the entries name the people whom they describe, and outside a transaction: mappings may be slow.
 *
 * @throws MappingTimeError; LostJobError if another worker has the run.
 */
export async function markLeavingPeople(
  db: Kysely<Database>,
  request: Pick<ApplyRequest, "job" | "settings" | "accountClasses">,
): Promise<LeavingPeople> {
  const { job } = request;
  const { clientId, resourceId, oid } = job;
  let leaving = 0;
  for (const chunk of chunksOf([...(await findEndedPeople(db, request))])) {
    leaving += await inTransaction(db, async (tx) => {
      await holdOwnRun(tx, job, "share");
      const {
        rows: [marked],
      } = await sql<{ people: number }>`
        with marked as (
          update system_run_entries entry set leaves = true
          from identities person
          where entry.client_id = ${clientId} and entry.resource_id = ${resourceId} and entry.run_oid = ${oid}
            and entry.person_id = any(${chunk}::text[]) and position(${INACTIVE} in entry.after) > 0
            and person.client_id = ${clientId} and person.external_id = entry.person_id
            and person.ended_at is null and not person.by_hand
          returning entry.person_id
        )
        select count(distinct person_id) as people from marked
      `.execute(tx);
      return marked?.people ?? 0;
    });
  }
  return { leaving, employed: leaving === 0 ? 0 : await countEmployed(db, job) };
}

async function countEmployed(
  db: Kysely<Database>,
  { clientId, resourceId, oid }: RunPlace,
): Promise<number> {
  const {
    rows: [counted],
  } = await sql<{ people: number }>`
    with described as materialized (
      select person_id from system_objects
      where client_id = ${clientId} and resource_id = ${resourceId} and person_id is not null
      union
      select person_id from system_run_entries
      where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid} and person_id is not null
    )
    select count(*) as people from identities
    where client_id = ${clientId} and ended_at is null and not by_hand
      and external_id in (select person_id from described)
  `.execute(db);
  return counted?.people ?? 0;
}

/** Keeps what people were before a run of an HR system changed them, so that an undo restores them. */
import { sql, type Transaction } from "kysely";
import type { Database } from "../../db/schema.ts";
import { chunksOf } from "../../import/batch.ts";
import { PERSON_STATE } from "../../import/personState.ts";
import type { ApplyRequest } from "./applyRequest.ts";

/**
 * Call it before people are written.
 *
 * @param written external ids of the people whom the run may write, and `ended` of those whom it may end.
 */
export async function keepFormerPeople(
  tx: Transaction<Database>,
  { job, now }: Pick<ApplyRequest, "job" | "now">,
  written: readonly string[],
  ended: ReadonlySet<string>,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  for (const chunk of chunksOf([...new Set([...written, ...ended])])) {
    const ending = chunk.filter((id) => ended.has(id));
    await sql`
      insert into system_run_people (client_id, resource_id, run_oid, identity_oid, former, former_roles)
      select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, person.oid, ${PERSON_STATE},
        case when person.external_id = any(${ending}::text[]) then (
          select jsonb_agg(jsonb_build_object('id', role.id, 'until', role.valid_until))
          from access_role_assignments role
          where role.client_id = person.client_id and role.identity_oid = person.oid
            and (role.valid_until is null or role.valid_until > ${now})) end
      from identities person
      where person.client_id = ${clientId} and person.external_id = any(${chunk}::text[])
    `.execute(tx);
  }
}

/** Call it after people were written, with the same ids. Keeps only those whom the run added or changed. */
export async function keepWrittenPeople(
  tx: Transaction<Database>,
  { job }: Pick<ApplyRequest, "job">,
  written: readonly string[],
  ended: ReadonlySet<string>,
): Promise<void> {
  const { clientId, resourceId, oid } = job;
  for (const chunk of chunksOf([...new Set([...written, ...ended])])) {
    await sql`
      insert into system_run_people as kept (client_id, resource_id, run_oid, identity_oid, written)
      select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, person.oid, md5(${PERSON_STATE}::text)
      from identities person
      where person.client_id = ${clientId} and person.external_id = any(${chunk}::text[])
      on conflict (client_id, resource_id, run_oid, identity_oid) do update set written = excluded.written
    `.execute(tx);
  }
  await sql`
    delete from system_run_people
    where client_id = ${clientId} and resource_id = ${resourceId} and run_oid = ${oid}
      and md5(former::text) = written
  `.execute(tx);
  await tx
    .updateTable("system_runs")
    .set({ keeps_people: true })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("oid", "=", oid)
    .execute();
}

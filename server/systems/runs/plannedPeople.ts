/** Stores what a plan makes of people, so that a person can decide about it and see it later. */
import { sql, type Kysely } from "kysely";
import type { PersonHistoryKind } from "#events/entities/identityChange.ts";
import { NO_PEOPLE, type PeopleCounts } from "#events/entities/systemRun.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { personName } from "#events/rules/personName.ts";
import { listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { chunksOf } from "../../import/batch.ts";
import { findIdentities, type FoundIdentity } from "../../import/identityTable.ts";
import { historyOf } from "../../import/personHistory.ts";
import { ORG_FIELDS, planIdentity, type StoredIdentity } from "../../import/planIdentity.ts";
import type { IdentityTable } from "../../import/readIdentities.ts";
import type { ApplyRequest } from "./applyRequest.ts";
import type { PeopleToWrite } from "./evaluatePeople.ts";
import { holdOwnRun, type RunJob } from "./leases.ts";

type Values = Readonly<Record<string, string>>;

interface PlannedPerson {
  readonly kind: PersonHistoryKind;
  readonly externalId: string;
  readonly name: string;
  /** The fields that differ, by id. */
  readonly before: Values;
  readonly after: Values;
}

const NO_FIELDS: ReadonlySet<string> = new Set();

/**
 * Compares the people that the plan describes with those of the directory, as applying it would. Call it after the entries name
 * the people whom they describe.
 *
 * @param limit how many people are stored; all are counted.
 * @throws LostJobError if another worker has the run.
 */
export async function storePlannedPeople(
  db: Kysely<Database>,
  { job }: Pick<ApplyRequest, "job">,
  people: PeopleToWrite,
  limit: number,
): Promise<PeopleCounts> {
  const table = people.identities;
  const counts = { ...NO_PEOPLE };
  let no = 0;
  const store = async (
    ids: readonly string[],
    plan: (id: string, found: FoundIdentity | undefined) => PlannedPerson | null,
  ) => {
    for (const chunk of chunksOf(ids)) {
      await inTransaction(db, async (tx) => {
        await holdOwnRun(tx, job, "share");
        const found = await findIdentities(tx, job.clientId, chunk);
        const planned = chunk.flatMap((id) => plan(id, found.get(id)) ?? []);
        const listed = planned.slice(0, limit - no);
        await insertPeople(tx, job, listed, no);
        no += listed.length;
        for (const { kind } of planned) counts[kind] += 1;
      });
    }
  };
  await store([...people.ended], leaverOf);
  await store(table.ids, (id, found) => personOf(table, id, found));
  return counts;
}

/** An ended person leaves their orgs. Nothing ends people who have left, or who were added by hand. */
function leaverOf(externalId: string, found: FoundIdentity | undefined): PlannedPerson | null {
  if (!found || found.ended || found.byHand) return null;
  const { fields } = found.identity;
  const orgs = ORG_FIELDS.flatMap(([field]) => {
    const value = fields[field];
    return value === null ? [] : [[field, value] as const];
  });
  const name = nameOf(found.identity);
  return { kind: "left", externalId, name, before: Object.fromEntries(orgs), after: {} };
}

/** @returns null for a person who stays as they are. */
function personOf(
  table: IdentityTable,
  externalId: string,
  found: FoundIdentity | undefined,
): PlannedPerson | null {
  const row = table.rows[table.indexes.get(externalId) ?? 0] ?? [];
  const { identity } = planIdentity(table, externalId, row, found?.identity ?? null, NO_FIELDS);
  const change = historyOf("", { identity }, found, true);
  if (change === null) return null;
  const { kind, before, after } = change;
  return { kind, externalId, name: nameOf(identity), before, after };
}

function nameOf({ externalId, fields }: StoredIdentity): string {
  return personName({ ...fields, externalId });
}

/** @param last the number of the last person who is stored already. */
async function insertPeople(
  tx: Kysely<Database>,
  { clientId, resourceId, oid }: RunJob,
  people: readonly PlannedPerson[],
  last: number,
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.map((person, at) => ({ ...person, no: last + at + 1 }));
  await sql`
    insert into planned_people (
      client_id, resource_id, run_oid, no, kind, external_id, name, search_key, before, after
    )
    select ${clientId}::uuid, ${resourceId}::uuid, ${oid}::uuid, item.no, item.kind, item.external_id,
      item.name, item.search_key, item.before, item.after
    from ${listedRows(rows, {
      no: ["integer", ({ no }) => no],
      kind: ["text", ({ kind }) => kind],
      external_id: ["text", ({ externalId }) => externalId],
      name: ["text", ({ name }) => name],
      search_key: [
        "text",
        ({ name, externalId }) => [name, externalId].map(normalizeForFilter).join("\n"),
      ],
      before: ["text", ({ before }) => JSON.stringify(before)],
      after: ["text", ({ after }) => JSON.stringify(after)],
    })}
  `.execute(tx);
}

/** An earlier attempt may have left people. @throws LostJobError if another worker has the run. */
export async function dropPlannedPeople(db: Kysely<Database>, job: RunJob): Promise<void> {
  await inTransaction(db, async (tx) => {
    await holdOwnRun(tx, job, "share");
    await tx
      .deleteFrom("planned_people")
      .where("client_id", "=", job.clientId)
      .where("resource_id", "=", job.resourceId)
      .where("run_oid", "=", job.oid)
      .execute();
  });
}

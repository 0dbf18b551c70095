/** What the plan of a run of an HR system says about people, and what the run did to them. */
import type { Kysely } from "kysely";
import type { Database } from "#server/db/schema.ts";

/** In the order of their ids. */
export async function readPlannedPeople(db: Kysely<Database>, oid: string) {
  const rows = await db
    .selectFrom("planned_people")
    .select(["external_id as id", "kind", "before", "after"])
    .where("run_oid", "=", oid)
    .orderBy("external_id")
    .execute();
  return rows.map(({ before, after, ...row }) => ({
    ...row,
    before: JSON.parse(before) as unknown,
    after: JSON.parse(after) as unknown,
  }));
}

/** By the history of people, in the order of their ids. */
export function readHistory(db: Kysely<Database>, oid: string) {
  return db
    .selectFrom("person_history as history")
    .innerJoin("identities as person", "person.oid", "history.identity_oid")
    .select(["person.external_id as id", "history.kind", "history.before", "history.after"])
    .where("history.run_oid", "=", oid)
    .orderBy("person.external_id")
    .execute();
}

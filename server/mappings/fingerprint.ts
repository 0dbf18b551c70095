/** What a preview of mappings was computed from, so that later changes make it stale. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Mapping } from "#events/entities/mapping.ts";
import { describeMapping } from "#events/rules/mappings/describe.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import { readMembershipVersion } from "../access/memberships.ts";
import type { Database } from "../db/schema.ts";
import type { SystemPlace } from "../systems/queries.ts";

/** Changes with the mappings, with people, and with what the last import found and the last plan wrote. */
export async function fingerprint(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
  mappings: readonly Mapping[],
): Promise<string> {
  const run = await db
    .selectFrom("system_runs")
    .select(({ fn }) => fn.max("no").as("no"))
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("status", "in", ["done", "undone"])
    .executeTakeFirst();
  const plan = await db
    .selectFrom("provisioning_plans")
    .select(({ fn }) => fn.max("ended_at").as("at"))
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("approved_at", "is not", null)
    .executeTakeFirst();
  // Every change of a person increments it, by hand and by an import.
  const people = await readMembershipVersion(db, clientId);
  const texts = mappings.map((mapping) => `${targetOf(mapping)} ${describeMapping(mapping)}`);
  return createHash("sha256")
    .update(JSON.stringify([texts, run?.no ?? null, plan?.at ?? null, people]))
    .digest("hex");
}

/** Plans of a system with their changes, as workers leave them. */
import { randomUUID } from "node:crypto";
import type { Insertable, Kysely } from "kysely";
import { DEFAULT_SETTINGS } from "#events/entities/system.ts";
import type { SystemPlace } from "#server/connectors/contract.ts";
import type { Database } from "#server/db/schema.ts";
import { keyOf, storeSystem } from "../systems/runs/storedRuns.ts";

/** A published and confirmed system of a new client. */
export const storeTarget = (db: Kysely<Database>, name: string): Promise<SystemPlace> =>
  storeSystem(db, {
    name,
    connector_id: 2,
    published_settings: JSON.stringify(DEFAULT_SETTINGS),
    confirmed: true,
  });

type Plan = Insertable<Database["provisioning_plans"]>;
type Change = Insertable<Database["provisioning_changes"]>;

/**
 * @param changes of accounts, in their order
 * @returns the plan's id
 */
export async function storePlan(
  db: Kysely<Database>,
  place: SystemPlace,
  plan: Partial<Plan> & Pick<Plan, "created_at">,
  changes: readonly (Partial<Change> & Pick<Change, "kind" | "account">)[] = [],
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("provisioning_plans")
    .values({
      ...keyOf(place),
      id,
      no: 1,
      status: "planned",
      actor_id: randomUUID(),
      actor: "Ann",
      ...plan,
    })
    .execute();
  if (changes.length === 0) return id;
  const rows = changes.map((change, at) => ({
    ...keyOf(place),
    plan_id: id,
    no: at + 1,
    object_class: "account",
    search_key: change.account,
    state: "planned" as const,
    ...change,
  }));
  await db.insertInto("provisioning_changes").values(rows).execute();
  return id;
}

/** Adds changes of the demo's policies to their history. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { DEMO_ACTOR } from "./demoActor.ts";

export interface PolicyVersion {
  readonly at: Date;
  readonly kind: "apply" | "remove" | "period";
  /** Percent. */
  readonly threshold: number | null;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** By role: the bounds before and after. */
  readonly periods?: Readonly<Record<string, readonly (Date | null)[]>>;
}

/** Adds a change of one policy to the history. */
export async function insertChange(
  tx: Transaction<Database>,
  clientId: string,
  orgOid: string,
  { at, kind, threshold, added, removed, periods = {} }: PolicyVersion,
): Promise<void> {
  const id = randomUUID();
  await tx
    .insertInto("policy_changes")
    .values({
      client_id: clientId,
      id,
      at,
      actor_id: null,
      actor: DEMO_ACTOR,
      kind,
      threshold,
      resource_id: null,
      org_count: 1,
      added_count: added.length,
      removed_count: removed.length,
      undoes: null,
      undone_by: null,
    })
    .execute();
  await sql`
    insert into policy_change_orgs (client_id, change_id, org_oid, added, removed, changed_periods)
    values (${clientId}, ${id}, ${orgOid}, ${toUuids(added)}, ${toUuids(removed)},
      ${JSON.stringify(periods)}::jsonb)
  `.execute(tx);
}

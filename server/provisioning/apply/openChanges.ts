/** The approved changes of a plan that are not yet written. */
import { sql, type Kysely, type NotNull, type Transaction } from "kysely";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { PlanPlace } from "../queries.ts";

export type ChangeRow = Row<"provisioning_changes">;

export interface OpenChange {
  readonly row: ChangeRow;
  /** The account's object as it was last read; null for a new account and for one that was not read. */
  readonly stored: { readonly id: string; readonly name: string; readonly content: string } | null;
}

/**
 * Changes of different accounts, so that they can be written together. Changes whose write has begun come first: only reading
 * the system tells what became of them.
 *
 * @param limit the most changes.
 */
export async function nextChanges(
  db: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
  limit: number,
): Promise<readonly OpenChange[]> {
  const rows = await db
    .selectFrom("provisioning_changes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["approved", "writing"])
    .orderBy(sql`state = 'writing'`, "desc")
    .orderBy("no")
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const first = new Map<string, ChangeRow>();
  for (const row of rows) {
    const key = keyOf(row.object_class, row.account);
    if (!first.has(key)) first.set(key, row);
  }
  const objects = await db
    .selectFrom("system_objects")
    .select(["object_id as id", "name", "content", "object_class", "account_name"])
    .$narrowType<{ account_name: NotNull }>()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("account_name", "in", [...new Set(rows.map(({ account }) => account))])
    .where("gone_at", "is", null)
    .orderBy("object_id", "desc")
    .execute();
  const stored = new Map(
    objects.map((object) => [keyOf(object.object_class, object.account_name), object]),
  );
  return [...first].map(([key, row]) => ({ row, stored: stored.get(key) ?? null }));
}

const keyOf = (objectClass: string, account: string): string =>
  JSON.stringify([objectClass, account]);

/** Changes that are left fail with the problem; without one, they are skipped. */
export async function skipOpenChanges(
  tx: Transaction<Database>,
  { clientId, resourceId, planId }: PlanPlace,
  { problem, now }: { readonly problem: ProvisionProblem | null; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable("provisioning_changes")
    .set({
      state: problem === null ? "skipped" : "failed",
      problem: problem && JSON.stringify(problem),
      ended_at: now,
    })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["approved", "writing"])
    .execute();
}

export async function setChange(
  tx: Transaction<Database>,
  row: ChangeRow,
  change: Partial<Pick<ChangeRow, "state" | "attempts" | "seen" | "ended_at">> & {
    readonly problem?: ProvisionProblem | null;
    readonly replaced?: Record<string, string[]> | null;
  },
): Promise<void> {
  const { problem, replaced, ...columns } = change;
  await tx
    .updateTable("provisioning_changes")
    .set({
      ...columns,
      ...(problem !== undefined && { problem: problem && JSON.stringify(problem) }),
      ...(replaced !== undefined && { stored_values: replaced && JSON.stringify(replaced) }),
    })
    .where("client_id", "=", row.client_id)
    .where("resource_id", "=", row.resource_id)
    .where("plan_id", "=", row.plan_id)
    .where("no", "=", row.no)
    .execute();
}

/** The approved changes of a plan that are not yet written. */
import { sql, type Kysely, type NotNull, type Transaction } from "kysely";
import type { ProvisionProblem } from "#events/entities/provisioning.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Database, Row } from "../../db/schema.ts";
import type { PlanPlace } from "../queries.ts";

export type ChangeRow = Row<"provisioning_changes">;

export interface OpenChange {
  readonly row: ChangeRow;
  /** The account's object as it was last read; null for a new account and for one that was not read. */
  readonly stored: { readonly id: string; readonly name: string; readonly content: string } | null;
}

interface Next {
  /** The most changes. */
  readonly limit: number;
  /** Changes that wait until later are left out, and those that follow them in the same account. Null: none is left out. */
  readonly now: Date | null;
}

/**
 * Changes of different accounts, so that they can be written together. Changes whose write has begun come first: only reading
 * the system tells what became of them.
 */
export async function nextChanges(
  db: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
  { limit, now }: Next,
): Promise<readonly OpenChange[]> {
  const rows = await db
    .selectFrom("provisioning_changes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["approved", "writing"])
    .$if(now !== null, (query) =>
      query.where(
        sql<boolean>`not exists (
          select from provisioning_changes w
          where w.client_id = ${clientId} and w.resource_id = ${resourceId} and w.plan_id = ${planId}
            and w.due_at > ${now} and w.account = provisioning_changes.account
            and w.object_class = provisioning_changes.object_class
            and w.no <= provisioning_changes.no)`,
      ),
    )
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

/** The change of a plan that a worker tries again first, of those that wait. */
export async function nextWaiting(
  db: Kysely<Database>,
  { clientId, resourceId, planId }: PlanPlace,
): Promise<{ readonly dueAt: Date; readonly problem: ProvisionProblem | null } | undefined> {
  return db
    .selectFrom("provisioning_changes")
    .select(["due_at as dueAt", "problem"])
    .$narrowType<{ dueAt: NotNull }>()
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("due_at", "is not", null)
    .orderBy("due_at")
    .orderBy("no")
    .limit(1)
    .executeTakeFirst();
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
      due_at: null,
    })
    .where("client_id", "=", clientId)
    .where("resource_id", "=", resourceId)
    .where("plan_id", "=", planId)
    .where("state", "in", ["approved", "writing"])
    .execute();
}

/** The account of a change got another name: its changes that are not applied must find it, also when they are tried again. */
export async function renameChanges(
  tx: Transaction<Database>,
  { client_id, resource_id, plan_id, object_class, account }: ChangeRow,
  name: string,
): Promise<void> {
  await tx
    .updateTable("provisioning_changes")
    .set({ account: name, search_key: normalizeForFilter(name) })
    .where("client_id", "=", client_id)
    .where("resource_id", "=", resource_id)
    .where("plan_id", "=", plan_id)
    .where("object_class", "=", object_class)
    .where("account", "=", account)
    .where("state", "in", ["approved", "writing", "failed"])
    .execute();
}

export async function setChange(
  tx: Transaction<Database>,
  row: ChangeRow,
  change: Partial<Pick<ChangeRow, "state" | "attempts" | "seen" | "ended_at" | "due_at">> & {
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

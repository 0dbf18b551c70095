/** Stored factors and recovery codes. */
import type { Kysely, Selectable } from "kysely";
import type { Factor } from "#events/entities/factor.ts";
import type { FactorsTable } from "../../db/peopleTables.ts";
import type { Database } from "../../db/schema.ts";

export type FactorRow = Selectable<FactorsTable>;

export const MAX_FACTORS = 10;

export function toFactor(
  row: Pick<FactorRow, "id" | "kind" | "name" | "created_at" | "last_used_at">,
): Factor {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}

/** Oldest first. */
export function findFactors(db: Kysely<Database>, userId: string): Promise<FactorRow[]> {
  return db
    .selectFrom("factors")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Locks the user until the transaction ends, so that concurrent transactions change factors one after the other. */
export async function holdUser(tx: Kysely<Database>, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("archived", "=", false)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return user !== undefined;
}

/**
 * Records the use of an app's code.
 *
 * @param step its time step, in 30 seconds since 1970.
 * @returns false if a code of this or a later step was already used.
 */
export async function noteTotpUse(
  db: Kysely<Database>,
  { id, step, now }: { readonly id: string; readonly step: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("factors")
    .set({ last_step: step, last_used_at: now })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false where the passkey was removed in the meantime. */
export async function notePasskeyUse(
  db: Kysely<Database>,
  { id, counter, now }: { readonly id: string; readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("factors")
    .set({ counter, last_used_at: now })
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** @returns how many factors were removed. */
export async function removeAllFactors(tx: Kysely<Database>, userId: string): Promise<number> {
  for (const table of ["recovery_codes", "factor_challenges", "pending_sign_ins"] as const) {
    await tx.deleteFrom(table).where("user_id", "=", userId).execute();
  }
  const removed = await tx
    .deleteFrom("factors")
    .where("user_id", "=", userId)
    .returning("id")
    .execute();
  return removed.length;
}

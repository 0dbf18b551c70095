/**
 * Counters of failed attempts in the database, which all servers share. An attempt is counted before it runs and
 * refunded when it succeeds, so that concurrent attempts cannot exceed a limit together.
 */
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";

export interface FailureLimit {
  /** The counted key, such as "address 192.0.2.7". */
  readonly key: string;
  readonly max: number;
  readonly window: Milliseconds;
}

/** The exhausted limit and the end of its window. */
export interface Exceeded {
  readonly key: string;
  readonly endsAt: Date;
}

/** Counted failures by key, excluding the attempt itself. */
export type FailuresBefore = ReadonlyMap<string, number>;

class LimitExceeded extends Error {
  readonly exceeded: Exceeded;
  constructor(exceeded: Exceeded) {
    super("Too many failures");
    this.exceeded = exceeded;
  }
}

/** Counts one attempt against every limit, or against none if one of them is exhausted. */
export async function reserveAttempt(
  db: Kysely<Database>,
  limits: readonly FailureLimit[],
  now: Date,
): Promise<FailuresBefore | Exceeded> {
  try {
    return await inTransaction(db, async (tx) => {
      const before = new Map<string, number>();
      // All servers lock counters in the same order, which prevents deadlocks.
      for (const limit of sorted(limits)) {
        const { failures, ends_at: endsAt } = await count(tx, limit, now);
        if (failures > limit.max) throw new LimitExceeded({ key: limit.key, endsAt });
        before.set(limit.key, failures - 1);
      }
      return before;
    });
  } catch (error) {
    if (error instanceof LimitExceeded) return error.exceeded;
    throw error;
  }
}

async function count(tx: Kysely<Database>, { key, window }: FailureLimit, now: Date) {
  return tx
    .insertInto("login_failures")
    .values({ key_hash: hashOf(key), failures: 1, ends_at: new Date(now.getTime() + window) })
    .onConflict((conflict) =>
      conflict.column("key_hash").doUpdateSet({
        failures: sql`case when login_failures.ends_at <= ${now} then 1 else login_failures.failures + 1 end`,
        ends_at: sql`case when login_failures.ends_at <= ${now} then excluded.ends_at else login_failures.ends_at end`,
      }),
    )
    .returning(["failures", "ends_at"])
    .executeTakeFirstOrThrow();
}

/** Refunds an attempt that succeeded. */
export async function refundAttempt(
  db: Kysely<Database>,
  limits: readonly FailureLimit[],
): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const { key } of sorted(limits)) {
      await tx
        .updateTable("login_failures")
        .set((eb) => ({ failures: eb("failures", "-", 1) }))
        .where("key_hash", "=", hashOf(key))
        .where("failures", ">", 0)
        .execute();
    }
  });
}

/** @returns the end of the limit's window if it is exhausted; null if an attempt may be made. */
export async function findExceeded(
  db: Kysely<Database>,
  { key, max }: FailureLimit,
  now: Date,
): Promise<Date | null> {
  const row = await db
    .selectFrom("login_failures")
    .select("ends_at")
    .where("key_hash", "=", hashOf(key))
    .where("ends_at", ">", now)
    .where("failures", ">=", max)
    .executeTakeFirst();
  return row?.ends_at ?? null;
}

/** @returns how many expired counters were removed. */
export async function removeEndedCounters(db: Kysely<Database>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("login_failures")
    .where("ends_at", "<=", now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** The throttled form of an address: for IPv6 the first 64 bits, a household's network. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = "", tail] = address.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  const groups = [...left, ...Array.from({ length: Math.max(0, zeros) }, () => "0"), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

function sorted(limits: readonly FailureLimit[]): FailureLimit[] {
  return limits.toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

/** A typed name may be a password by mistake, so only its hash is stored. */
function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

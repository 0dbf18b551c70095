/** Transactions with retries. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { errorCode, translateDatabaseError } from "./errors.ts";
import type { Database } from "./schema.ts";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const ATTEMPTS = 5;
/** Milliseconds before the second attempt; doubles with each. */
const FIRST_PAUSE = 10;

function isRetryable(error: unknown): boolean {
  const code = errorCode(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/**
 * Runs `work` in one transaction that is written completely or not at all. After a serialization failure or a deadlock
 * `work` runs again from its start, so it must not have effects outside of the database.
 * @throws DiskFullError if the disk is full; otherwise the error of `work` or of the database.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw translateDatabaseError(error);
      const longest = FIRST_PAUSE * 2 ** attempt;
      await sleep(longest / 2 + (Math.random() * longest) / 2);
    }
  }
}

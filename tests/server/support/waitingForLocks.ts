/** Statements that wait for locks, on PostgreSQL. */
import { sql, type Kysely } from "kysely";
import { vi } from "vitest";
import type { Database } from "#server/db/schema.ts";

const WAIT = { timeout: 10_000 };

/** @returns waits until exactly `count` statements of the database wait for a lock. */
export const waitingForLocks =
  (db: () => Kysely<Database>) =>
  async (count: number): Promise<void> => {
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
      return rows.length === count;
    }, WAIT);
  };

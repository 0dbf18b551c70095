/** Removes what has expired, so that no table grows without bound. */
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { removeEndedCounters } from "./throttle/failureCounters.ts";

export async function removeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  await removeEndedCounters(db, now);
  for (const table of ["sessions", "sign_ons", "account_tokens"] as const) {
    await db.deleteFrom(table).where("expires_at", "<=", now).execute();
  }
}

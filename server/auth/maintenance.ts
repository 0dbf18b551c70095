/** Removes expired rows, so that no table grows without bound. */
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { removeEndedCounters } from "./throttle/failureCounters.ts";

const EXPIRING = [
  "sessions",
  "sign_ons",
  "account_tokens",
  "pending_sign_ins",
  "factor_challenges",
  "pending_authorizations",
] as const;

export async function removeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  await removeEndedCounters(db, now);
  for (const table of EXPIRING) {
    await db.deleteFrom(table).where("expires_at", "<=", now).execute();
  }
}

/** Accounts that become active, by whichever call. */
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../../db/schema.ts";

/** What the audit says of it. */
export const ACTIVATED = { onboarded: true };

/** What is set of a user who was not active: one version further, as whoever edits the user has not seen it. */
export function activated(eb: ExpressionBuilder<Database, "users">) {
  return { onboarded: true, version: eb("version", "+", 1) } as const;
}

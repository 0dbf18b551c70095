/** Activation of accounts by any call. */
import type { ExpressionBuilder } from "kysely";
import type { Database } from "../../db/schema.ts";

/** The change in the audit trail. */
export const ACTIVATED = { onboarded: true };

/**
 * The new values of a user who was not active. The version rises, because administrators who edit the user have not
 * seen the change.
 */
export function activated(eb: ExpressionBuilder<Database, "users">) {
  return { onboarded: true, version: eb("version", "+", 1) } as const;
}

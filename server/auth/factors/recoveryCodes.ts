/** Recovery codes: each opens one sign-in to a user who has lost all factors. The database knows their hashes only. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { randomGroups } from "../password/hashing.ts";

const CODES = 10;
/** Of four characters each: 118 bits, which a fast hash protects as well as a slow one. */
const GROUPS = 6;

/** As typed: with or without hyphens and spaces, in any case. */
function hashOf(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return createHash("sha256").update(plain).digest();
}

/** Makes new codes, which take the place of all others. They exist nowhere else. */
export async function makeRecoveryCodes(
  tx: Kysely<Database>,
  userId: string,
): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, () => randomGroups(GROUPS));
  await tx.deleteFrom("recovery_codes").where("user_id", "=", userId).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOf(code) })))
    .execute();
  return codes;
}

/** @returns false where the user has no such code; a code works once. */
export async function takeRecoveryCode(
  db: Kysely<Database>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("recovery_codes")
    .where("user_id", "=", userId)
    .where("code_hash", "=", hashOf(code))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

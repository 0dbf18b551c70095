/** Recovery codes: each completes one sign-in of a user who has lost all factors. Only their hashes are stored. */
import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { randomGroups } from "../password/hashing.ts";

const CODES = 10;
/** Groups of four characters, 118 bits, for which a fast hash is as safe as a slow one. */
const GROUPS = 6;

/** Typed with or without hyphens and spaces, in any case. */
function hashOf(code: string): Buffer {
  const plain = code.toLowerCase().replaceAll(/[\s-]/g, "");
  return createHash("sha256").update(plain).digest();
}

/** Creates new codes that replace all others and are stored nowhere else. */
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

/** @returns false if the user has no such code. A code works once. */
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

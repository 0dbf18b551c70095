/**
 * Replaces the key of the database's secrets. One transaction encrypts all of them again and stores the fingerprint of the
 * new key, so that the database has secrets of exactly one key at any time. A new key file stands beside the old one until
 * that transaction has ended.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  chmodSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { sql, type Kysely } from "kysely";
import { recordAudit } from "../audit/audit.ts";
import { totpContext } from "../auth/factors/enrolment.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { secretContext } from "../systems/secrets.ts";
import { KEY_FILE, KEY_LENGTH, KEY_SETTING, readKey, requireSameKey } from "./secretKey.ts";
import { createSecrets, type Secrets } from "./secrets.ts";

/** The key that a rotation is about to use. */
const NEXT_FILE = `${KEY_FILE}.new`;
/** The former key, which older backups of the database need. */
const FORMER_FILE = `${KEY_FILE}.old`;

/**
 * Encrypts all secrets with another key. Short-lived ones are removed: set-ups and authorizations begin again.
 *
 * @returns the number of secrets.
 * @throws SecretKeyError if the database has secrets of another key than the old one; SecretUnreadableError if one was
 * damaged. Nothing is changed then.
 */
export function encryptAgain(
  db: Kysely<Database>,
  old: Secrets,
  next: Secrets,
  at: Date,
): Promise<number> {
  const again = (sealed: Buffer, context: string) =>
    next.encrypt(old.decrypt(sealed, context), context);
  return inTransaction(db, async (tx) => {
    await requireSameKey(tx, old);
    const factors = await tx
      .selectFrom("factors")
      .select(["id", "user_id", "secret"])
      .where("secret", "is not", null)
      .orderBy("id")
      .forUpdate()
      .execute();
    for (const { id, user_id: userId, secret } of factors) {
      if (secret === null) continue;
      await tx
        .updateTable("factors")
        .set({ secret: again(secret, totpContext(userId)) })
        .where("id", "=", id)
        .execute();
    }
    const secrets = await tx
      .selectFrom("system_secrets")
      .selectAll()
      .orderBy("client_id")
      .orderBy("resource_id")
      .orderBy("field_id")
      .forUpdate()
      .execute();
    for (const { client_id: clientId, resource_id: resourceId, field_id: id, sealed } of secrets) {
      await tx
        .updateTable("system_secrets")
        .set({ sealed: again(sealed, secretContext({ clientId, resourceId }, id)) })
        .where("client_id", "=", clientId)
        .where("resource_id", "=", resourceId)
        .where("field_id", "=", id)
        .execute();
    }
    await tx.deleteFrom("factor_challenges").where("purpose", "=", "totp").execute();
    await tx.deleteFrom("pending_authorizations").execute();
    await tx
      .insertInto("settings")
      .values({ key: KEY_SETTING, value: JSON.stringify(next.fingerprint) })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: sql`excluded.value` }))
      .execute();
    const count = factors.length + secrets.length;
    await recordAudit(tx, {
      at,
      actor: null,
      clientId: null,
      call: "server/secretKeyRotated",
      after: { secrets: count },
    });
    return count;
  });
}

/** Replaces the key file. A process that is killed leaves a state that `finishRotation` completes or takes back. */
export async function rotateKeyFile(
  db: Kysely<Database>,
  dataDirectory: string,
  old: Secrets,
  at: Date,
): Promise<number> {
  const next = randomBytes(KEY_LENGTH);
  const path = (file: string) => join(dataDirectory, file);
  const file = openSync(path(NEXT_FILE), "w", 0o600);
  try {
    writeSync(file, `${next.toString("base64")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  copyFileSync(path(KEY_FILE), path(FORMER_FILE));
  chmodSync(path(FORMER_FILE), 0o600);
  const count = await encryptAgain(db, old, createSecrets(next), at);
  renameSync(path(NEXT_FILE), path(KEY_FILE));
  return count;
}

/**
 * Ends a rotation that was interrupted: the new key file replaces the old one if the database has its key, and is removed
 * otherwise.
 */
export async function finishRotation(db: Kysely<Database>, dataDirectory: string): Promise<void> {
  const path = join(dataDirectory, NEXT_FILE);
  if (!existsSync(path)) return;
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY_SETTING)
    .executeTakeFirst();
  const key = isWhole(path) ? readKey(path) : null;
  if (key !== null && row?.value === createSecrets(key).fingerprint) {
    renameSync(path, join(dataDirectory, KEY_FILE));
  } else {
    rmSync(path);
  }
}

/** A process that was killed while it wrote the file used no key of it. */
function isWhole(path: string): boolean {
  try {
    return readKey(path) !== null;
  } catch {
    return false;
  }
}

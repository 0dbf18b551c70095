/** The secret key: from PROVISION_SECRET_KEY, or from a file that only the server's user can read. */
import { randomBytes } from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Config } from "../config.ts";
import { errorCode } from "../db/errors.ts";
import type { Database } from "../db/schema.ts";
import type { Secrets } from "./secrets.ts";

export const KEY_FILE = "secret.key";
export const KEY_LENGTH = 32;
/** The setting with the fingerprint of the key that the database has. */
export const KEY_SETTING = "secretKeyFingerprint";

/** The key is unusable. The message says what to do. */
export class SecretKeyError extends Error {
  override readonly name = "SecretKeyError";
}

/** @throws SecretKeyError if the file contains no key. */
export function loadSecretKey({
  secretKey,
  dataDirectory,
}: Pick<Config, "secretKey" | "dataDirectory">): Buffer {
  if (secretKey !== null) return secretKey;
  const path = join(dataDirectory, KEY_FILE);
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    return readKey(path) ?? makeKey(path);
  } catch (error) {
    if (error instanceof SecretKeyError || !(error instanceof Error)) throw error;
    throw new SecretKeyError(
      `The key file ${path} cannot be used: ${error.message}. Correct this, or set PROVISION_SECRET_KEY.`,
      { cause: error },
    );
  }
}

/** @returns null if there is no file. */
export function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), "base64");
  if (key.length !== KEY_LENGTH) {
    throw new SecretKeyError(
      `The key file ${path} holds no key. Restore it from a backup, or delete it if no user has a second factor.`,
    );
  }
  chmodSync(path, 0o600);
  return key;
}

/** One of several concurrently starting servers creates the file and the others read it. None sees a partial file. */
function makeKey(path: string): Buffer {
  const draft = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  const text = `${randomBytes(KEY_LENGTH).toString("base64")}\n`;
  writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  const key = readKey(path);
  if (!key) throw new SecretKeyError(`The key file ${path} was removed. Start the server again.`);
  return key;
}

/** @throws SecretKeyError if the database has secrets encrypted with another key. */
export async function requireSameKey(db: Kysely<Database>, secrets: Secrets): Promise<void> {
  const row = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY_SETTING)
    .executeTakeFirst();
  if (!row || row.value === secrets.fingerprint) return;
  throw new SecretKeyError(
    `The secrets of the database were encrypted with another key. Set PROVISION_SECRET_KEY to that key, or restore ${KEY_FILE} in the data directory.`,
  );
}

/**
 * Called before encrypting a secret. The first secret fixes the key of the database, so that all its servers use the
 * same one.
 *
 * @throws SecretKeyError if the database has another key.
 */
export async function fixKey(db: Kysely<Database>, secrets: Secrets): Promise<void> {
  await db
    .insertInto("settings")
    .values({ key: KEY_SETTING, value: JSON.stringify(secrets.fingerprint) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  await requireSameKey(db, secrets);
}

/**
 * CSRF tokens: an HMAC of the session cookie under a secret of the database. Visitors have a token without a row, and
 * every server on the database accepts it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.ts";

const SETTING = "csrfSecret";

export interface Csrf {
  tokenOf(cookie: string): string;
  isToken(cookie: string, token: string): boolean;
}

export function createCsrf(secret: string): Csrf {
  const digest = (cookie: string) => createHmac("sha256", secret).update(cookie).digest();
  return {
    tokenOf: (cookie) => digest(cookie).toString("base64url"),
    isToken: (cookie, token) => {
      const given = Buffer.from(token, "base64url");
      const expected = digest(cookie);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/** This database's secret, created if missing. */
export async function loadCsrfSecret(db: Kysely<Database>): Promise<string> {
  await db
    .insertInto("settings")
    .values({ key: SETTING, value: JSON.stringify(randomBytes(32).toString("base64url")) })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .execute();
  const { value } = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", SETTING)
    .executeTakeFirstOrThrow();
  if (typeof value !== "string") throw new Error(`The setting ${SETTING} is no text`);
  return value;
}

/** Sessions without a password, for tests with many sessions. */
import type { Kysely } from "kysely";
import { newCookie } from "#server/auth/session/cookies.ts";
import { startSession } from "#server/auth/session/queries.ts";
import type { Database } from "#server/db/schema.ts";
import type { Browser, TestApi } from "../../server/support/api.ts";

/** A browser in a new session of the user, with its CSRF token. */
export async function enter(api: TestApi, db: Kysely<Database>, userId: string): Promise<Browser> {
  const browser = api.visitor();
  browser.cookie = newCookie();
  await startSession(db, {
    cookie: browser.cookie,
    userId,
    now: api.clock.now,
    length: 1_780_000,
    userAgent: undefined,
    address: "127.0.0.1",
  });
  await browser.get("/api/public/info");
  return browser;
}

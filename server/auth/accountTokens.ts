/**
 * Tokens of e-mailed links: 256 random bits, stored as a hash, valid once and for a limited time. A new token replaces
 * the previous one of its purpose.
 */
import { createHash, randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import type { TokenPurpose } from "../db/peopleTables.ts";
import type { Database } from "../db/schema.ts";
import { ApiError } from "../plugins/errors.ts";

const HOUR: Milliseconds = 3_600_000;
const TOKEN_LIFETIMES: Readonly<Record<TokenPurpose, Milliseconds>> = {
  reset: HOUR,
  verify: 72 * HOUR,
};

export interface TokenHolder {
  readonly id: string;
  readonly username: string;
  readonly onboarded: boolean;
  readonly landingPage: string | null;
}

interface GivenToken {
  readonly token: string;
  readonly purpose: TokenPurpose;
  readonly now: Date;
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/**
 * Locks the user's address until the transaction ends, so that a later change of the address revokes the token.
 *
 * @returns the token, which is stored nowhere else; null if the address is no longer the user's.
 */
export async function issueToken(
  tx: Kysely<Database>,
  token: {
    readonly userId: string;
    readonly email: string;
    readonly purpose: TokenPurpose;
    readonly now: Date;
    readonly landingPage?: string | null;
  },
): Promise<string | null> {
  const { userId, email, purpose, now } = token;
  const holder = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("email", "=", email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!holder) return null;
  const secret = randomBytes(32).toString("base64url");
  await tx.deleteFrom("account_tokens").where("expires_at", "<=", now).execute();
  await revokeTokens(tx, userId, purpose);
  await tx
    .insertInto("account_tokens")
    .values({
      token_hash: hashOf(secret),
      user_id: userId,
      purpose,
      landing_page: token.landingPage ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_LIFETIMES[purpose]),
    })
    .execute();
  return secret;
}

/**
 * The user of a valid token, which stays valid.
 *
 * @throws ApiError EBADTOKEN, the same for an unknown, used or expired token and an archived user.
 */
export async function findTokenHolder(
  db: Kysely<Database>,
  token: GivenToken,
): Promise<TokenHolder> {
  return requireHolder(await holdersOf(db, token).executeTakeFirst());
}

/**
 * Like `findTokenHolder`, but uses up the token. One of two concurrent uses is refused. Locks the user before the
 * token, in the same order as issuing a token.
 */
export async function takeToken(tx: Kysely<Database>, token: GivenToken): Promise<TokenHolder> {
  const holder = await holdersOf(tx, token).forNoKeyUpdate("users").executeTakeFirst();
  const { numDeletedRows } = await tx
    .deleteFrom("account_tokens")
    .where("token_hash", "=", hashOf(token.token))
    .executeTakeFirstOrThrow();
  return requireHolder(numDeletedRows === 1n ? holder : undefined);
}

function holdersOf(db: Kysely<Database>, { token, purpose, now }: GivenToken) {
  return db
    .selectFrom("account_tokens")
    .innerJoin("users", "users.id", "account_tokens.user_id")
    .where("token_hash", "=", hashOf(token))
    .where("purpose", "=", purpose)
    .where("expires_at", ">", now)
    .where("users.archived", "=", false)
    .select(["users.id", "users.username", "users.onboarded", "landing_page as landingPage"]);
}

function requireHolder(holder: TokenHolder | undefined): TokenHolder {
  if (holder) return holder;
  throw new ApiError("EBADTOKEN", message("accounts.badLink"));
}

export async function revokeTokens(
  tx: Kysely<Database>,
  userId: string,
  ...purposes: readonly [TokenPurpose, ...TokenPurpose[]]
): Promise<void> {
  await tx
    .deleteFrom("account_tokens")
    .where("user_id", "=", userId)
    .where("purpose", "in", purposes)
    .execute();
}

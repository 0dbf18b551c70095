/** Challenges to set up or use a factor. Each is valid for ten minutes in one browser. */
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { FactorChallengesTable } from "../../db/peopleTables.ts";
import type { Database } from "../../db/schema.ts";
import { hashOf } from "../session/cookies.ts";

const LIFETIME: Milliseconds = 600_000;

export interface ChallengeOf {
  readonly cookie: string;
  readonly userId: string;
  readonly purpose: FactorChallengesTable["purpose"];
  readonly now: Date;
}

/** Replaces the previous one. */
export async function keepChallenge(
  db: Kysely<Database>,
  { cookie, userId, purpose, now }: ChallengeOf,
  value: Buffer,
): Promise<void> {
  const row = { user_id: userId, value, expires_at: new Date(now.getTime() + LIFETIME) };
  await db
    .insertInto("factor_challenges")
    .values({ cookie_hash: hashOf(cookie), purpose, ...row })
    .onConflict((conflict) => conflict.columns(["cookie_hash", "purpose"]).doUpdateSet(row))
    .execute();
}

const isChallenge =
  ({ cookie, userId, purpose, now }: ChallengeOf) =>
  (eb: ExpressionBuilder<Database, "factor_challenges">) =>
    eb.and([
      eb("cookie_hash", "=", hashOf(cookie)),
      eb("purpose", "=", purpose),
      eb("user_id", "=", userId),
      eb("expires_at", ">", now),
    ]);

export async function findChallenge(
  db: Kysely<Database>,
  challenge: ChallengeOf,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom("factor_challenges")
    .select("value")
    .where(isChallenge(challenge))
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Like `findChallenge`, but only one of two concurrent uses gets it. */
export async function takeChallenge(
  db: Kysely<Database>,
  challenge: ChallengeOf,
): Promise<Buffer | null> {
  const row = await db
    .deleteFrom("factor_challenges")
    .where(isChallenge(challenge))
    .returning("value")
    .executeTakeFirst();
  return row?.value ?? null;
}

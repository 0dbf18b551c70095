/**
 * Pending sign-ons: identified by a hash of their state, valid once for ten minutes, only in the browser that started
 * them.
 */
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../../db/schema.ts";
import { ApiError } from "../../plugins/errors.ts";
import type { SignOnSecrets } from "./provider.ts";
import { hashOf } from "../session/cookies.ts";

const SIGN_ON_LIFETIME: Milliseconds = 600_000;

export async function keepSignOn(
  tx: Kysely<Database>,
  signOn: {
    readonly secrets: SignOnSecrets;
    /** The browser that starts it. */
    readonly cookie: string;
    readonly path: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const { secrets, cookie, path, now } = signOn;
  await tx.deleteFrom("sign_ons").where("expires_at", "<=", now).execute();
  await tx
    .insertInto("sign_ons")
    .values({
      state_hash: hashOf(secrets.state),
      cookie_hash: hashOf(cookie),
      nonce: secrets.nonce,
      code_verifier: secrets.codeVerifier,
      path,
      expires_at: new Date(now.getTime() + SIGN_ON_LIFETIME),
    })
    .execute();
}

/**
 * Uses up a sign-on.
 *
 * @throws ApiError EBADTOKEN, the same for an unknown, used or expired state or another browser's. Another browser's
 * state stays valid there.
 */
export async function takeSignOn(
  tx: Kysely<Database>,
  { state, cookie, now }: { readonly state: string; readonly cookie: string; readonly now: Date },
): Promise<{ readonly secrets: SignOnSecrets; readonly path: string | null }> {
  const taken = await tx
    .deleteFrom("sign_ons")
    .where("state_hash", "=", hashOf(state))
    .where("cookie_hash", "=", hashOf(cookie))
    .where("expires_at", ">", now)
    .returning(["nonce", "code_verifier", "path"])
    .executeTakeFirst();
  if (!taken) {
    throw new ApiError("EBADTOKEN", message("signOn.badState"));
  }
  const { nonce, code_verifier: codeVerifier, path } = taken;
  return { secrets: { state, nonce, codeVerifier }, path };
}

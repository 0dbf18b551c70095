/** What people change of themselves. */
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { updateProfile } from "#events/calls/users.ts";
import { Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { checkPerson, normalizePerson } from "#events/rules/users.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { findUserByName } from "../auth/userQueries.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { addressChangedMail } from "../mail/messages.ts";
import { mountCall } from "../mount.ts";
import { invalid, invalidFields, notFound } from "../plugins/errors.ts";
import { applyJsonPatch } from "../plugins/jsonPatch.ts";
import { compileCheck } from "../plugins/validation.ts";
import { writeMissingKeys } from "./searchKeys.ts";
import { isEmailSignOn } from "./signOnAddresses.ts";

const checkProfile = compileCheck(Profile, "body") as (value: unknown) => Profile;
const FIELDS = Object.keys(Profile.properties) as (keyof Profile)[];

export function mountProfileCalls(app: FastifyInstance): void {
  const { config, db, now, mailer, background } = app.services;

  mountCall(app, updateProfile, async ({ body }, { user: { id }, language }) => {
    const at = now();
    const { user, left } = await inTransaction(db, async (tx) => {
      const { username, email_verified_at } = await tx
        .selectFrom("users")
        .select(["username", "email_verified_at"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirstOrThrow(() => notFound("users.notFound"));
      const before = profileOf(await loadUser(tx, username));
      const after = normalizePerson(checkProfile(applyJsonPatch(before, body)));
      const fields = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
      // Whoever has an address signs in as its user.
      if (fields.includes("email") && isEmailSignOn(config)) {
        throw invalid("/body/email", message("accounts.emailSignsIn"));
      }
      if (fields.length > 0) {
        requireValid(after, fields);
        await writeProfile(tx, id, after, fields.includes("email"));
        const pick = (profile: Profile) =>
          Object.fromEntries(fields.map((field) => [field, profile[field]]));
        await recordAudit(tx, {
          at,
          actor: { id, username },
          clientId: null,
          call: updateProfile.name,
          target: id,
          before: pick(before),
          after: pick(after),
        });
      }
      const changed = await loadUser(tx, username);
      // Only one that was confirmed: others may be anybody's.
      const isLeft = email_verified_at !== null && fields.includes("email");
      return { user: changed, left: isLeft ? before.email : null };
    });
    if (left !== null) {
      const mail = addressChangedMail({ username: user.username, email: left }, language);
      background.run(() => mailer.send(mail));
    }
    return { status: 200, body: user };
  });
}

async function loadUser(tx: Kysely<Database>, username: string): Promise<User> {
  const found = await findUserByName(tx, username);
  if (!found) throw notFound("users.notFound");
  return found.user;
}

function profileOf(user: User): Profile {
  return {
    familyName: user.familyName,
    givenName: user.givenName,
    email: user.email,
    phoneNumber: user.phoneNumber,
    phoneExtension: user.phoneExtension,
    jobTitle: user.jobTitle,
  };
}

/** @param fields that change: what others are already, by older rules, keeps nobody from changing these. */
function requireValid(profile: Profile, fields: readonly (keyof Profile)[]): void {
  const found = Object.entries(checkPerson(profile));
  const problems = found.filter(([field]) => fields.some((changed) => changed === field));
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
}

/** An address that is another than before is not confirmed, and links that were mailed to the old one are good no more. */
async function writeProfile(
  tx: Kysely<Database>,
  id: string,
  profile: Profile,
  isMoved: boolean,
): Promise<void> {
  if (isMoved) await tx.deleteFrom("account_tokens").where("user_id", "=", id).execute();
  await tx
    .updateTable("users")
    .set((eb) => ({
      ...(isMoved && { email_verified_at: null }),
      family_name: profile.familyName,
      given_name: profile.givenName,
      email: profile.email,
      phone_number: profile.phoneNumber,
      phone_extension: profile.phoneExtension,
      job_title: profile.jobTitle,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  await writeMissingKeys(tx, [id]);
}

/** Changing one's own profile. */
import { isDeepStrictEqual } from "node:util";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import { Profile } from "#events/entities/managedUser.ts";
import type { User } from "#events/entities/user.ts";
import { message } from "#events/messages/message.ts";
import { checkPerson, normalizePerson } from "#events/rules/users.ts";
import { requireFresh } from "../../auth/session/freshness.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { addressNotices, mailOwedNotices, oweNotices } from "../../mail/notices.ts";
import { invalid, invalidFields } from "../../plugins/errors.ts";
import { applyJsonPatch } from "../../plugins/jsonPatch.ts";
import { compileCheck } from "../../plugins/validation.ts";
import { isEmailSignOn } from "../signOnAddresses.ts";
import { loadUser, lockUser, writeProfile } from "./queries.ts";

const checkProfile = compileCheck(Profile, "body") as (value: unknown) => Profile;
const FIELDS = Object.keys(Profile.properties) as (keyof Profile)[];

/**
 * A new address requires a fresh sign-in, because links for new passwords go there, and the previous address is
 * notified.
 */
export async function changeProfile(context: CallContext, patch: JsonPatch): Promise<User> {
  const { app, db, services } = context;
  const { id } = context.user;
  const user = await inTransaction(db, async (tx) => {
    const current = await lockUser(tx, id);
    const { username } = current;
    const before = profileOf(current);
    const after = normalizePerson(checkProfile(applyJsonPatch(before, patch)));
    const fields = FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    const hasNewAddress = fields.includes("email");
    // Taking another user's address would allow signing in as them.
    if (hasNewAddress && isEmailSignOn(services.config)) {
      throw invalid("/body/email", message("accounts.emailSignsIn"));
    }
    requireValid(after, fields);
    if (hasNewAddress) await requireFresh(context, tx);
    if (fields.length > 0) {
      await writeProfile(tx, id, after, { hasNewAddress });
      const pick = (profile: Profile) =>
        Object.fromEntries(fields.map((field) => [field, profile[field]]));
      const change = { target: id, before: pick(before), after: pick(after) };
      await context.audit(tx, { actor: { id, username }, ...change });
    }
    await oweNotices(tx, addressNotices(before, { ...after, username }), context);
    return loadUser(tx, username);
  });
  mailOwedNotices(app);
  return user;
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

/** @param fields the changed ones: old values that violate newer rules elsewhere do not block the change. */
function requireValid(profile: Profile, fields: readonly (keyof Profile)[]): void {
  const found = Object.entries(checkPerson(profile));
  const problems = found.filter(([field]) => fields.some((changed) => changed === field));
  if (problems.length > 0) throw invalidFields(Object.fromEntries(problems));
}

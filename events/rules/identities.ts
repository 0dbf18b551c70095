/** Rules of people who are created by hand, which forms and server share. */
import type { IdentityDraft, NewIdentity } from "../entities/identityDraft.ts";
import type { Message } from "../kernel/message.ts";
import { checkEmail } from "./email.ts";
import { checkLength, checkOneLine, checkRequired } from "./validation.ts";

type Problems = Partial<Record<keyof NewIdentity, Message | null>>;

/** A person needs a last name; the email address is optional. */
export function checkIdentity(draft: IdentityDraft): Problems {
  const lines = Object.entries(draft).map(([field, value]) => [
    field,
    checkLength(value) ?? checkOneLine(value),
  ]);
  return {
    ...(Object.fromEntries(lines) as Problems),
    familyName:
      checkRequired(draft.familyName, "labels.familyName") ??
      checkLength(draft.familyName) ??
      checkOneLine(draft.familyName),
    email: draft.email.trim() === "" ? null : checkEmail(draft.email.trim()),
  };
}

export function checkNewIdentity({ externalId, ...draft }: NewIdentity): Problems {
  return {
    ...checkIdentity(draft),
    externalId:
      checkRequired(externalId, "labels.identityId") ??
      checkLength(externalId) ??
      checkOneLine(externalId),
  };
}

/** What people are written. */
import { SUPPORT_TOPICS, type SupportRequest } from "#events/entities/supportRequest.ts";
import type { Mail } from "./mailer.ts";

export interface Recipient {
  readonly email: string;
  readonly username: string;
}

/** @param link where a new password is chosen. */
export function resetMail({ email, username }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: "Choose a new password for Provision",
    text: `Somebody asked for a new password for the account ${username} at Provision.

Choose it here within one hour; the link works once:

${link}

If that was not you, do nothing: your password stays as it is.
`,
  };
}

/** @param link where the account is activated, or the address confirmed. */
export function verificationMail({ email, username }: Recipient, link: string): Mail {
  return {
    to: email,
    subject: "Confirm your e-mail address for Provision",
    text: `This address belongs to the account ${username} at Provision.

Confirm it here within three days; who is new chooses a password there, too. The link works once:

${link}

If you do not know of this account, do nothing.
`,
  };
}

/** Tells the owner of an account of each new password, so that a stolen one is noticed. */
export function passwordChangedMail({ email, username }: Recipient): Mail {
  return {
    to: email,
    subject: "Your password for Provision was changed",
    text: `The password of the account ${username} at Provision was just changed, and all its other sessions were ended.

If that was not you, choose a new one by "Forgot password" on the sign-in page and tell your administrator.
`,
  };
}

/**
 * A request for support, to the people who answer it.
 *
 * @param replyTo the address of whoever asks; null where none is known.
 */
export function supportMail(
  to: string,
  request: SupportRequest,
  { clientName, replyTo }: { readonly clientName: string; readonly replyTo: string | null },
): Mail {
  return {
    to,
    replyTo,
    subject: `[Provision] ${request.subject.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()}`,
    text: `${request.username} of ${clientName} asks for support.

About:   ${SUPPORT_TOPICS[request.topic]}
Number:  ${request.id}
Sent:    ${request.createdAt}
Answer:  ${replyTo ?? "no e-mail address is known"}

${request.message}
`,
  };
}

/** What people are written. */
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

Confirm it here within three days; the link works once:

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

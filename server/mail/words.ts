/** The texts of mails to users. */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** What users are written. A link is the one thing on its line. */
export interface MailWords {
  reset(username: string, link: string): MailText;
  /** @param choosesPassword whoever follows the link is new, and chooses a password there. */
  verification(username: string, link: string, choosesPassword: boolean): MailText;
  passwordChanged(username: string): MailText;
  /** Goes to the address that was the account's. */
  addressChanged(username: string): MailText;
}

export const ENGLISH: MailWords = {
  reset: (username, link) => ({
    subject: "Choose a new password for Provision",
    text: `Somebody asked for a new password for the account ${username} at Provision.

Choose it here within one hour; the link works once:

${link}

If that was not you, do nothing: your password stays as it is.
`,
  }),
  verification: (username, link, choosesPassword) => ({
    subject: "Confirm your email address for Provision",
    text: `This address belongs to the account ${username} at Provision.

Confirm it here within three days${choosesPassword ? " and choose your password" : ""}; the link works once:

${link}

If you do not know of this account, do nothing.
`,
  }),
  passwordChanged: (username) => ({
    subject: "Your password for Provision was changed",
    text: `The password of the account ${username} at Provision was just changed, and all its other sessions were ended.

If that was not you, choose a new one by "Forgot password" on the sign-in page and tell your administrator.
`,
  }),
  addressChanged: (username) => ({
    subject: "Your email address for Provision was changed",
    text: `The account ${username} at Provision was just given another email address. What Provision writes to it, such as a link for a new password, goes there now.

If that was not you, tell your administrator at once.
`,
  }),
};

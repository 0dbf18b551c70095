/** The texts of mails to users. */
import type { ReportKind } from "#events/entities/report.ts";

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/**
 * What a link that verifies an address leads to: a new user chooses a password, or has none and only confirms the
 * address; an active user confirms the address.
 */
export type VerificationStep = "choosePassword" | "activate" | "confirm";

export interface Invitation {
  /** The name of the person; empty if that is unknown. */
  readonly invitedBy: string;
  readonly clientName: string;
}

/** The mails to users. A link is alone on its line. */
export interface MailTexts {
  reset(username: string, link: string): MailText;
  readonly verification: Readonly<
    Record<VerificationStep, (username: string, link: string, invitation: Invitation) => MailText>
  >;
  passwordChanged(username: string): MailText;
  /** A scheduled report is ready. */
  report(username: string, kind: ReportKind, link: string): MailText;
  /** By kind of change. An address change notifies the previous address. `systems` are names, one per line. */
  readonly notices: Readonly<Record<NoticeKind, (username: string, systems: string) => MailText>>;
}

/** Changes of which people are notified: of their accounts, of systems that they owned, and systems of their client that are set up. */
export const NOTICE_KINDS = [
  "addressChanged",
  "factorAdded",
  "factorRemoved",
  "factorsReset",
  "recoveryCodeUsed",
  "systemsComplete",
  "ownerReplaced",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

const REPORTS: Readonly<Record<ReportKind, string>> = {
  outsidePolicy: "Access outside policy",
  orphanedAccounts: "Orphaned accounts",
  inactiveAccounts: "Ended, disabled and empty accounts",
  dormantAccounts: "Dormant accounts",
  policyCoverage: "Policy coverage by org",
  entitlements: "Entitlements and their holders",
  holders: "Holders of an entitlement",
  unheldRoles: "Access roles that nobody has",
  nestedRoles: "Equal and nested access roles",
  policyChanges: "Changes of policies",
  auditedChanges: "Changes between two days",
};

const asker = (invitedBy: string) => invitedBy || "An administrator";

function invite(
  action: string,
  username: string,
  link: string,
  { invitedBy, clientName }: Invitation,
): MailText {
  return {
    subject: `${asker(invitedBy)} invites you to Provision`,
    text: `${asker(invitedBy)} invites you to Provision, where ${clientName || "your organisation"} manages who has access to which systems.

Your username is ${username}. ${action}

${link}

The link is valid for three days and works once. After that, ask ${invitedBy || "your administrator"} to resend the invitation.

If you don't expect this invitation, ignore this email.
`,
  };
}

export const ENGLISH: MailTexts = {
  reset: (username, link) => ({
    subject: "Choose a new password for Provision",
    text: `Somebody asked for a new password for the account ${username} at Provision.

Choose it here within one hour; the link works once:

${link}

If that was not you, do nothing. Your password is unchanged.
`,
  }),
  verification: {
    choosePassword: (username, link, invitation) =>
      invite("Choose your password to activate your account:", username, link, invitation),
    activate: (username, link, invitation) =>
      invite("Confirm your email address to activate your account:", username, link, invitation),
    confirm: (username, link, { invitedBy, clientName }) => ({
      subject: "Confirm your email address for Provision",
      text: `${asker(invitedBy)}${clientName && ` of ${clientName}`} asks you to confirm that this email address belongs to you. Provision sends emails about your account ${username} to it.

Confirm your email address:

${link}

The link is valid for three days and works once. If you don't know this account, ignore this email.
`,
    }),
  },
  passwordChanged: (username) => ({
    subject: "Your password for Provision was changed",
    text: `The password of the account ${username} at Provision was just changed, and all its other sessions were ended.

If that was not you, choose a new one with "Forgot password" on the sign-in page and tell your administrator.
`,
  }),
  report: (username, kind, link) => ({
    subject: `Report by Provision: ${REPORTS[kind]}`,
    text: `Hello ${username},

a scheduled report is ready: ${REPORTS[kind]}. Open it here:

${link}

To stop these emails, ask an administrator to change the schedule on the Reports screen.
`,
  }),
  notices: {
    addressChanged: (username) => ({
      subject: "Your email address for Provision was changed",
      text: `The email address of the account ${username} at Provision was just changed. Provision now sends its emails, such as a link for a new password, to the new address.

If that was not you, tell your administrator immediately.
`,
    }),
    factorAdded: (username) => ({
      subject: "A second factor was added to your account for Provision",
      text: `A second factor was just added to the account ${username} at Provision. Manage Profile lists all of them.

If that was not you, tell your administrator immediately.
`,
    }),
    factorRemoved: (username) => ({
      subject: "A second factor was removed from your account for Provision",
      text: `A second factor was just removed from the account ${username} at Provision. Manage Profile lists those that are left.

If that was not you, tell your administrator immediately.
`,
    }),
    factorsReset: (username) => ({
      subject: "Your second factors for Provision were reset",
      text: `An administrator just removed all second factors and recovery codes of the account ${username} at Provision, and its sessions were ended.

If you did not ask for that, tell your administrator immediately.
`,
    }),
    recoveryCodeUsed: (username) => ({
      subject: "A recovery code of your account for Provision was used",
      text: `Somebody just signed in to the account ${username} at Provision with the password and a recovery code. The code does not work again.

If that was not you, change your password and tell your administrator immediately.
`,
    }),
    systemsComplete: (username, systems) => ({
      subject: "Systems are set up in Provision",
      text: `Hello ${username},

these systems are set up and confirmed in Provision:

${systems}

Provision reads them from now on. Open Systems to see their runs and plans.
`,
    }),
    ownerReplaced: (username, systems) => ({
      subject: "You are no longer the owner of a system in Provision",
      text: `Hello ${username},

the owner of this system in Provision was just changed:

${systems}

You no longer attest its tasks. If you did not expect this, tell your administrator.
`,
    }),
  },
};

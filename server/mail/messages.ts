/** The mails of the server. */
import type { Language } from "#events/actions/app.ts";
import type { ReportKind } from "#events/entities/report.ts";
import type { SupportRequest, SupportTopic } from "#events/entities/supportRequest.ts";
import type { Mail } from "./mailer.ts";
import { GERMAN } from "./texts.de.ts";
import {
  ENGLISH,
  type Invitation,
  type MailTexts,
  type NoticeKind,
  type VerificationStep,
} from "./texts.ts";

export interface Recipient {
  readonly email: string;
  readonly username: string;
}

const TEXTS: Readonly<Record<Language, MailTexts>> = { en: ENGLISH, de: GERMAN };

/** @param link opens the form for a new password. */
export function resetMail({ email, username }: Recipient, link: string, language: Language): Mail {
  return { to: email, ...TEXTS[language].reset(username, link) };
}

interface Verification extends Invitation {
  readonly language: Language;
  readonly step: VerificationStep;
}

/** @param link activates the account or confirms the address. */
export function verificationMail(
  { email, username }: Recipient,
  link: string,
  { language, step, invitedBy, clientName }: Verification,
): Mail {
  const invitation = { invitedBy: oneLine(invitedBy), clientName: oneLine(clientName) };
  return { to: email, ...TEXTS[language].verification[step](username, link, invitation) };
}

/** Notifies the owner of an account of each new password, so that a theft is noticed. */
export function passwordChangedMail({ email, username }: Recipient, language: Language): Mail {
  return { to: email, ...TEXTS[language].passwordChanged(username) };
}

/** Notifies the owner of an account of a change, so that a hijacked session is noticed. */
export function noticeMail(
  notice: Recipient & { readonly kind: NoticeKind; readonly systems: string },
  language: Language,
): Mail {
  const { email, username, kind, systems } = notice;
  return { to: email, ...TEXTS[language].notices[kind](username, systems) };
}

/** @param link opens a report that a schedule has made. */
export function reportMail(
  { email, username }: Recipient,
  { kind, link }: { readonly kind: ReportKind; readonly link: string },
  language: Language,
): Mail {
  return { to: email, ...TEXTS[language].report(username, kind, link) };
}

/** For the support staff, whose mails are in English. */
const TOPICS: Readonly<Record<SupportTopic, string>> = {
  problem: "Something does not work",
  access: "Access that is missing or wrong",
  account: "My account",
  question: "A question",
};

/**
 * A support request, for the support staff.
 *
 * @param replyTo the requester's address; null if unknown.
 */
export function supportMail(
  to: string,
  request: SupportRequest,
  { clientName, replyTo }: { readonly clientName: string; readonly replyTo: string | null },
): Mail {
  return {
    to,
    replyTo,
    subject: `[Provision] ${oneLine(request.subject)}`,
    text: `${request.username} of ${clientName} asks for support.

About:   ${TOPICS[request.topic]}
Number:  ${request.id}
Sent:    ${request.createdAt}
Answer:  ${replyTo ?? "no email address is known"}${logLine(request)}

${request.message}
`,
  };
}

const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

/** The log itself stays on the server, where only those who may read the request get it. */
function logLine({ logSize }: SupportRequest): string {
  if (logSize === undefined) return "";
  const kilobytes = Math.max(1, Math.round(logSize / 1000));
  return `\nLog:     an event log of ${kilobytes} KB is attached; download it from Sent requests`;
}

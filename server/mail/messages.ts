/** What people are written. */
import type { Language } from "#events/actions/app.ts";
import { SUPPORT_TOPICS, type SupportRequest } from "#events/entities/supportRequest.ts";
import type { Mail } from "./mailer.ts";
import { GERMAN } from "./words.de.ts";
import { ENGLISH, type MailWords, type NoticeKind } from "./words.ts";

export interface Recipient {
  readonly email: string;
  readonly username: string;
}

const WORDS: Readonly<Record<Language, MailWords>> = { en: ENGLISH, de: GERMAN };

/** @param link where a new password is chosen. */
export function resetMail({ email, username }: Recipient, link: string, language: Language): Mail {
  return { to: email, ...WORDS[language].reset(username, link) };
}

/**
 * @param link where the account is activated, or the address confirmed.
 * @param choosesPassword whether a password is chosen there.
 */
export function verificationMail(
  { email, username }: Recipient,
  link: string,
  { language, choosesPassword }: { readonly language: Language; readonly choosesPassword: boolean },
): Mail {
  return { to: email, ...WORDS[language].verification(username, link, choosesPassword) };
}

/** Tells the owner of an account of each new password, so that a stolen one is noticed. */
export function passwordChangedMail({ email, username }: Recipient, language: Language): Mail {
  return { to: email, ...WORDS[language].passwordChanged(username) };
}

/** Tells the owner of an account of a change, so that a session that was taken over is noticed. */
export function noticeMail(
  { email, username, kind }: Recipient & { readonly kind: NoticeKind },
  language: Language,
): Mail {
  return { to: email, ...WORDS[language].notices[kind](username) };
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
Answer:  ${replyTo ?? "no email address is known"}

${request.message}
`,
  };
}

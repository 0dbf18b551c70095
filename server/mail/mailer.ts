/** Sends mail by SMTP if it is configured, otherwise as readable files in an outbox. */
import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { LOOPBACK } from "../configParsers.ts";
import { errorCode } from "../db/errors.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The reply address, if it is not the sender's. */
  readonly replyTo?: string | null;
}

export interface Mailer {
  /** @throws Error if the mail could not be handed over. */
  send(mail: Mail): Promise<void>;
}

const TIMEOUT = 20_000;
const NOT_ENCRYPTED =
  "The connection to the mail server cannot be encrypted (STARTTLS); " +
  "smtps:// encrypts from the start, and ?ignoreTLS=true in PROVISION_SMTP_URL goes without";

/**
 * Mails contain links that open accounts, so they cross no network unencrypted, unless the address explicitly allows
 * it.
 */
function needsTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const isWaived = searchParams.get("ignoreTLS") === "true";
  return protocol === "smtp:" && !LOOPBACK.test(hostname) && !isWaived;
}

/** @param url such as `smtp://user:password@mail.example:587`, or smtps; its query contains nodemailer options. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const requireTLS = needsTls(url);
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    requireTLS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      // An address object, because text could be parsed into further recipients.
      const { to, replyTo, subject, text } = mail;
      try {
        await transport.sendMail({
          subject,
          text,
          from,
          to: { name: "", address: to },
          ...(replyTo && { replyTo: { name: "", address: replyTo } }),
        });
      } catch (error) {
        if (!requireTLS || errorCode(error) !== "ETLS") throw error;
        throw new Error(NOT_ENCRYPTED, { cause: error });
      }
    },
  };
}

/** One file per mail, named by its time. Only the server's user can read them, because their links open accounts. */
export function createOutbox(directory: string, from: string, now: () => Date): Mailer {
  return {
    send: async ({ to, subject, text, replyTo }) => {
      const date = now().toISOString();
      const name = `${date.replaceAll(":", "")}-${randomUUID().slice(0, 8)}.txt`;
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const path = join(directory, name);
      const head = [
        `From: ${from}`,
        `To: ${to}`,
        ...(replyTo ? [`Reply-To: ${replyTo}`] : []),
        `Subject: ${subject}`,
        `Date: ${date}`,
      ];
      const content = `${head.join("\n")}\n\n${text}`;
      await writeFile(`${path}.part`, content, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}

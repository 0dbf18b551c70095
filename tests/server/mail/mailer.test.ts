import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createOutbox, createSmtpMailer } from "#server/mail/mailer.ts";
import { resetMail } from "#server/mail/messages.ts";
import { bodyOf, startSmtp } from "../support/smtp.ts";

const FROM = "Provision <provision@example.com>";
const LINK = `https://provision.example/reset-password?token=${"a-_Z09".repeat(7)}x`;
const MAIL = resetMail({ email: "ann@example.com", username: "ann" }, LINK, "en");

test("[SIGN-3] a mail reaches an SMTP server with its link intact", async () => {
  const { url, received } = await startSmtp();
  await createSmtpMailer(url, FROM).send(MAIL);
  expect(received).toMatchObject([{ from: "provision@example.com", to: ["ann@example.com"] }]);
  const text = received[0]?.text ?? "";
  expect(text).toContain("Subject: Choose a new password for Provision");
  expect(bodyOf(text)).toContain(LINK);
});

test("an SMTP server that refuses the password or is unreachable fails the mail", async () => {
  const { url } = await startSmtp();
  const wrong = createSmtpMailer(url.replace("secret", "guess"), FROM);
  await expect(wrong.send(MAIL)).rejects.toThrow("Invalid login");
  const nobody = createSmtpMailer("smtp://127.0.0.1:1", FROM);
  await expect(nobody.send(MAIL)).rejects.toThrow("ECONNREFUSED");
});

// An address of this machine that is not recognised as local.
const elsewhere = (url: string) => url.replace("127.0.0.1", "0.0.0.0");

test("neither mail nor password is sent to another machine unencrypted, unless the address allows it", async () => {
  const { url, received, passwords } = await startSmtp();
  const there = elsewhere(url);
  await expect(createSmtpMailer(there, FROM).send(MAIL)).rejects.toThrow("cannot be encrypted");
  expect({ received, passwords }).toEqual({ received: [], passwords: [] });
  await createSmtpMailer(`${there}?ignoreTLS=true`, FROM).send(MAIL);
  expect(received).toMatchObject([{ to: ["ann@example.com"], encrypted: false }]);
});

test("mail to another machine is encrypted by STARTTLS", async () => {
  const { url, received } = await startSmtp(true);
  // The server uses its library's own certificate.
  await expect(createSmtpMailer(elsewhere(url), FROM).send(MAIL)).rejects.toThrow("certificate");
  await createSmtpMailer(`${elsewhere(url)}?tls.rejectUnauthorized=false`, FROM).send(MAIL);
  expect(received).toMatchObject([{ to: ["ann@example.com"], encrypted: true }]);
});

test("an address cannot inject recipients or headers", async () => {
  const { url, received } = await startSmtp();
  const to = "ann@example.com, eve@example.com\r\nBcc: eve@example.com";
  await createSmtpMailer(url, FROM)
    .send({ ...MAIL, to })
    .catch(() => {});
  expect(received.flatMap((mail) => mail.to)).not.toContain("eve@example.com");
  expect(received.some(({ text }) => /^Bcc/m.test(text))).toBe(false);
});

test("without SMTP a mail is a readable file in the outbox, private to the server's user", async () => {
  const directory = mkdtempSync(join(tmpdir(), "provision-outbox-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const outbox = join(directory, "outbox");
  const now = () => new Date("2026-03-02T09:00:00Z");
  await createOutbox(outbox, FROM, now).send(MAIL);
  await createOutbox(outbox, FROM, now).send(MAIL);
  const files = readdirSync(outbox);
  expect(files).toHaveLength(2);
  const path = join(outbox, files[0] ?? "");
  expect(files[0]).toMatch(/^2026-03-02T090000\.000Z-[\da-f]{8}\.txt$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const text = readFileSync(path, "utf8");
  expect(text).toContain("To: ann@example.com\nSubject: Choose a new password for Provision\n");
  expect(text).toContain(`\n${LINK}\n`);
});

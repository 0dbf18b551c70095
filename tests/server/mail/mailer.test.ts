import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { expect, onTestFinished, test } from "vitest";
import { createOutbox, createSmtpMailer } from "#server/mail/mailer.ts";
import { resetMail } from "#server/mail/messages.ts";

const FROM = "Provision <provision@example.com>";
const LINK = `https://provision.example/reset-password?token=${"a-_Z09".repeat(7)}x`;
const MAIL = resetMail({ email: "ann@example.com", username: "ann" }, LINK);

interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

/** A real SMTP server on loopback that takes mail from whoever has the password. */
async function startSmtp(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, answer) => {
      if (username === "me" && password === "secret") answer(null, { user: "me" });
      else answer(new Error("Wrong password"));
    },
    onData: (stream, { envelope }, done) => {
      let text = "";
      stream.on("data", (bytes: Buffer) => (text += bytes.toString()));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text,
        });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return { url: `smtp://me:secret@127.0.0.1:${port}`, received };
}

test("[SIGN-3] a mail reaches an SMTP server, its link whole", async () => {
  const { url, received } = await startSmtp();
  await createSmtpMailer(url, FROM).send(MAIL);
  expect(received).toMatchObject([{ from: "provision@example.com", to: ["ann@example.com"] }]);
  const text = received[0]?.text ?? "";
  expect(text).toContain("Subject: Choose a new password for Provision");
  const decoded = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([\dA-F]{2})/g, (_match, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  expect(decoded).toContain(LINK);
});

test("an SMTP server that refuses the password or is away fails the mail", async () => {
  const { url } = await startSmtp();
  const wrong = createSmtpMailer(url.replace("secret", "guess"), FROM);
  await expect(wrong.send(MAIL)).rejects.toThrow("Invalid login");
  const nobody = createSmtpMailer("smtp://127.0.0.1:1", FROM);
  await expect(nobody.send(MAIL)).rejects.toThrow("ECONNREFUSED");
});

test("an address brings no further recipients and no headers", async () => {
  const { url, received } = await startSmtp();
  const to = "ann@example.com, eve@example.com\r\nBcc: eve@example.com";
  await createSmtpMailer(url, FROM)
    .send({ ...MAIL, to })
    .catch(() => {});
  expect(received.flatMap((mail) => mail.to)).not.toContain("eve@example.com");
  expect(received.some(({ text }) => /^Bcc/m.test(text))).toBe(false);
});

test("without SMTP a mail is a readable file of the outbox, for the server's user only", async () => {
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

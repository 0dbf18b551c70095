/** Mail as an external server receives it. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  /** It was received through TLS. */
  readonly encrypted: boolean;
}

/** A real SMTP server on loopback that accepts mail with the password; `startTls` offers STARTTLS. */
export async function startSmtp(
  startTls = false,
): Promise<{ url: string; received: Received[]; passwords: string[] }> {
  const passwords: string[] = [];
  const received: Received[] = [];
  const server = new SMTPServer({
    disabledCommands: startTls ? [] : ["STARTTLS"],
    onAuth: ({ username, password }, _session, answer) => {
      passwords.push(password ?? "");
      if (username === "me" && password === "secret") answer(null, { user: "me" });
      else answer(new Error("Wrong password"));
    },
    onData: (stream, { envelope, secure }, done) => {
      let text = "";
      stream.on("data", (bytes: Buffer) => (text += bytes.toString()));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = envelope;
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          text,
          encrypted: secure,
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
  return { url: `smtp://me:secret@127.0.0.1:${port}`, received, passwords };
}

/** The text of a mail, without its transfer encoding. */
export function bodyOf(mail: string): string {
  const [, encoding] = /^Content-Transfer-Encoding: (\S+)/im.exec(mail) ?? [];
  const text = mail.slice(mail.indexOf("\r\n\r\n") + 4);
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([\dA-F]{2})/g, (_match, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
  return Buffer.from(bytes, "latin1").toString();
}

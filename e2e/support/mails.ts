/** The mails in a server's outbox. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The subject of the first account's invitations. */
export const INVITATION = "Provision Administrator invites you to Provision";

/** The newest mail with that subject in the server's outbox. */
export function mailIn(directory: string, subject: string): string | undefined {
  const outbox = join(directory, "data", "outbox");
  const mails = (existsSync(outbox) ? readdirSync(outbox) : [])
    .toSorted((a, b) => a.localeCompare(b))
    .map((name) => readFileSync(join(outbox, name), "utf8"));
  return mails.findLast((text) => text.includes(`Subject: ${subject}`));
}

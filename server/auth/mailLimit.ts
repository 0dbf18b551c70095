/** Limits mail to an address that other users trigger, such as administrators who validate users' addresses. */
import type { Milliseconds } from "#events/entities/common.ts";
import type { FastifyInstance } from "fastify";

const MAILS_PER_ADDRESS = 10;
const WINDOW: Milliseconds = 15 * 60_000;

declare module "fastify" {
  interface FastifyInstance {
    /** Counts a mail. @returns null if it may be sent; otherwise the time at which another one may. */
    countMail(email: string): Date | null;
  }
}

export function limitMails(app: FastifyInstance): void {
  const counts = new Map<string, { mails: number; readonly until: number }>();
  app.decorate("countMail", (email: string) => {
    const key = email.trim().toLowerCase();
    const now = app.services.now().getTime();
    // Sorted by their end.
    for (const [address, { until }] of counts) {
      if (until > now) break;
      counts.delete(address);
    }
    const count = counts.get(key) ?? { mails: 0, until: now + WINDOW };
    counts.set(key, count);
    count.mails += 1;
    return count.mails <= MAILS_PER_ADDRESS ? null : new Date(count.until);
  });
}

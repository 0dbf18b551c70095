/**
 * The transactional outbox: queued mail is sent at least once, also after a restart. Failed mails are retried with
 * growing delays. Several servers share the work, because each mail is taken by one of them.
 */
import type { FastifyInstance } from "fastify";
import { sql, type RawBuilder } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";

/** Longer than sending takes. Until then no other server takes the mail. Each further attempt doubles it. */
const FIRST_DELAY: Milliseconds = 120_000;
const MAX_DELAY: Milliseconds = 3_600_000;
/** How often a server looks for mails that failed or that another server did not finish. */
export const MAIL_RETRY_INTERVAL: Milliseconds = 60_000;

/** @param attempts the column that counts earlier attempts. */
export function nextAttempt(now: Date, attempts: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`${now}::timestamptz + make_interval(secs =>
    least(${FIRST_DELAY} * power(2, least(${attempts}, 10)), ${MAX_DELAY}) / 1000.0)`;
}

export interface OwedMail<Owed> {
  /** Takes the mail that is due longest, exclusively until its next attempt. null if none is due. */
  readonly take: () => Promise<Owed | null>;
  /** @returns false if it was not sent and stays queued. */
  readonly send: (owed: Owed) => Promise<boolean>;
  /** The queue is empty. */
  readonly settle: (owed: Owed) => Promise<void>;
  /** The log entry for a mail that could not be sent. */
  readonly failure: string;
}

/** Sends the due mails one after the other. Failures are logged and retried later. */
export async function mailOwed<Owed>(
  { log, services }: FastifyInstance,
  { take, send, settle, failure }: OwedMail<Owed>,
): Promise<void> {
  while (!services.background.isEnding) {
    const owed = await take();
    if (!owed) return;
    try {
      if (!(await send(owed))) continue;
    } catch (error) {
      log.error(error, failure);
      continue;
    }
    await settle(owed);
  }
}

/**
 * Mail that the database says is owed: it leaves at least once, also after a restart. What fails is tried again, later
 * each time. Several servers share the work, as each takes a mail for itself.
 */
import type { FastifyInstance } from "fastify";
import { sql, type RawBuilder } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";

/** Longer than a mail may take: until then nobody else takes it. Each further attempt waits twice as long. */
const FIRST_DELAY: Milliseconds = 120_000;
const MAX_DELAY: Milliseconds = 3_600_000;
/** How often a server looks for mails that failed, or that another server did not end. */
export const MAIL_RETRY_INTERVAL: Milliseconds = 60_000;

/** @param attempts the column that counts them, before this one. */
export function nextAttempt(now: Date, attempts: RawBuilder<unknown>): RawBuilder<Date> {
  return sql`${now}::timestamptz + make_interval(secs =>
    least(${FIRST_DELAY} * power(2, least(${attempts}, 10)), ${MAX_DELAY}) / 1000.0)`;
}

export interface OwedMail<Owed> {
  /** What is owed longest; until its next attempt it is the taker's. null where nothing is due. */
  readonly take: () => Promise<Owed | null>;
  /** @returns false where it was not sent, and is still owed. */
  readonly send: (owed: Owed) => Promise<boolean>;
  /** Nothing more is owed. */
  readonly settle: (owed: Owed) => Promise<void>;
  /** What the log says of a mail that could not be sent. */
  readonly failure: string;
}

/** Mails what is due, one after the other. Failures are logged and tried again later. */
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

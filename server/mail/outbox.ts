/**
 * The transactional outbox: queued mail is sent at least once, also after a restart. Failed mails are retried with
 * growing delays. Several servers share the work, because each mail is taken by one of them.
 */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Row } from "../db/schema.ts";

/** Longer than sending takes. Until then no other server takes the mail. Each further attempt doubles it. */
const FIRST_DELAY: Milliseconds = 120_000;
const MAX_DELAY: Milliseconds = 3_600_000;
/** A mail of a queue with `givenUp` is given up after this many attempts, about eight hours. */
const MAX_ATTEMPTS = 12;
/** How often a server looks for mails that failed or that another server did not finish. */
export const MAIL_RETRY_INTERVAL: Milliseconds = 60_000;

type QueueTable = "notices_owed" | "verifications_owed" | "report_mails" | "support_requests";
type Column<Table extends QueueTable> = keyof Row<Table> & string;

/** A table whose rows are mails to send. */
export interface MailQueue<Table extends QueueTable> {
  readonly table: Table;
  readonly key: readonly [Column<Table>, ...Column<Table>[]];
  /** The columns of the next attempt's time and of the number of attempts. */
  readonly due: Column<Table>;
  readonly attempts: Column<Table>;
  /** @returns false if it was not sent and stays queued. */
  readonly send: (row: Row<Table>) => Promise<boolean>;
  /** Takes a mail from the queue, by default by deleting its row. */
  readonly settle?: (row: Row<Table>) => Promise<void>;
  /** The log entry for a mail that could not be sent. */
  readonly failure: string;
  /** The log entry for a mail that is given up, and what identifies it; without it, mails are tried for ever. */
  readonly givenUp?: (row: Row<Table>) => readonly [about: object, text: string];
}

/** Sends the due mails one after the other. Failures are logged and retried later. */
export async function mailOwed<Table extends QueueTable>(
  { log, services }: FastifyInstance,
  queue: MailQueue<Table>,
): Promise<void> {
  while (!services.background.isEnding) {
    const row = await takeDue(services, queue);
    if (!row) return;
    if (await trySend(log, queue, row)) await settle(services, queue, row);
  }
}

/** @returns whether the mail was sent or is given up. */
async function trySend<Table extends QueueTable>(
  log: FastifyInstance["log"],
  { attempts, send, givenUp, failure }: MailQueue<Table>,
  row: Row<Table>,
): Promise<boolean> {
  if (givenUp && Number(row[attempts]) > MAX_ATTEMPTS) {
    log.error(...givenUp(row));
    return true;
  }
  try {
    return await send(row);
  } catch (error) {
    log.error(error, failure);
    return false;
  }
}

/** Takes the mail that is due longest, exclusively until its next attempt. null if none is due. */
async function takeDue<Table extends QueueTable>(
  { db, now }: Pick<FastifyInstance["services"], "db" | "now">,
  { table, key, due, attempts }: MailQueue<Table>,
): Promise<Row<Table> | null> {
  const at = now();
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const { rows } = await sql<Row<Table>>`
    update ${sql.table(table)} set
      ${sql.ref(attempts)} = ${sql.ref(attempts)} + 1,
      ${sql.ref(due)} = ${at}::timestamptz + make_interval(secs =>
        least(${FIRST_DELAY} * power(2, least(${sql.ref(attempts)}, 10)), ${MAX_DELAY}) / 1000.0)
    where (${keys}) in (
      select ${keys} from ${sql.table(table)}
      where ${sql.ref(due)} <= ${at} order by ${sql.ref(due)}, ${keys} limit 1
      for update skip locked
    )
    returning *
  `.execute(db);
  return rows[0] ?? null;
}

async function settle<Table extends QueueTable>(
  { db }: Pick<FastifyInstance["services"], "db">,
  queue: MailQueue<Table>,
  row: Row<Table>,
): Promise<void> {
  if (queue.settle) return queue.settle(row);
  const isRow = queue.key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`delete from ${sql.table(queue.table)} where ${sql.join(isRow, sql` and `)}`.execute(db);
}

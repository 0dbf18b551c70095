/**
 * The number of changes of a client. Entries are never changed or deleted, so those of the past are counted once and
 * only newer ones are counted again: counting a million takes longer than reading a page.
 */
import { sql, type Kysely } from "kysely";
import type { Database } from "../db/schema.ts";
import { listedKindOf } from "./kinds.ts";

/** An entry has the time at which its call began. No transaction lasts nearly as long as this. */
const SETTLED_AFTER_MS = 3_600_000;

interface Past {
  readonly before: Date;
  readonly count: number;
}

/** By client and kind, in each database. */
const pasts = new WeakMap<Kysely<Database>, Map<string, Past>>();

/** @param kind one that changes are listed under; null counts all. */
export async function countEntries(
  db: Kysely<Database>,
  clientId: string,
  kind: string | null,
  now: Date,
): Promise<number> {
  const known = pasts.get(db) ?? new Map<string, Past>();
  pasts.set(db, known);
  const key = `${clientId} ${kind ?? ""}`;
  const past = known.get(key) ?? { before: new Date(0), count: 0 };
  const before = new Date(Math.max(past.before.getTime(), now.getTime() - SETTLED_AFTER_MS));
  const { rows } = await sql<{ settled: number; recent: number }>`
    select count(*) filter (where at < ${before}) as settled, count(*) filter (where at >= ${before}) as recent
    from audit where client_id = ${clientId} and at >= ${past.before}
      ${kind === null ? sql`` : sql`and ${listedKindOf(sql`call`)} = ${kind}`}
  `.execute(db);
  const { settled = 0, recent = 0 } = rows[0] ?? {};
  const count = past.count + settled;
  known.set(key, { before, count });
  return count + recent;
}

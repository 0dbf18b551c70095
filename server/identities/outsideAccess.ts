/**
 * Counts each person's entitlements outside policy in the background, for the list's filter: policies, memberships,
 * accounts and periods all decide about them, so no query finds these people fast enough.
 */
import { sql, type Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import { readMembershipVersion } from "../access/memberships.ts";
import type { Database } from "../db/schema.ts";
import { toUuids } from "../lists/sqlText.ts";
import { scanAccess } from "../reports/kinds/scanAccess.ts";

/** Another server may count instead after this time without a renewal. */
const CLAIM_TIME: Milliseconds = 60_000;
/** Periods begin and end without a change, so counts of a client with periods become old. */
const MAX_AGE: Milliseconds = 3_600_000;
/** A count that took a second is followed by at least so many seconds without one. */
const REST_FACTOR = 20;
/** The newest entries of the audit trail that the state contains. */
const STATE_ENTRIES = 50;

interface Tools {
  readonly now: () => Date;
  /** The server stops. The next start counts. */
  readonly isEnding: () => boolean;
}

class Ending extends Error {
  override readonly name = "Ending";
}

/** Counts again for each client whose access may have changed. */
export async function countOutsideAccess(db: Kysely<Database>, tools: Tools): Promise<void> {
  const clients = await db.selectFrom("clients").select("id").orderBy("id").execute();
  for (const { id } of clients) {
    if (tools.isEnding()) return;
    const state = await readState(db, id);
    if (!(await isDue(db, id, { state, at: tools.now() }))) continue;
    if (!(await claim(db, id, tools.now()))) continue;
    try {
      await countFor(db, id, state, tools);
    } catch (error) {
      await giveUp(db, id);
      if (!(error instanceof Ending)) throw error;
    }
  }
}

/**
 * Changes with everything that can change access: each command is audited, and imports change memberships. Transactions
 * may commit in another order than that of their times, so the state contains more than the newest entry.
 */
async function readState(db: Kysely<Database>, clientId: string): Promise<string> {
  const { rows } = await sql<{ entries: string }>`
    select coalesce(md5(string_agg(e.id::text, ' ')), '') as entries from (
      select id from audit where client_id = ${clientId}
      order by at desc, id desc limit ${STATE_ENTRIES}
    ) e`.execute(db);
  return `${await readMembershipVersion(db, clientId)} ${rows[0]?.entries ?? ""}`;
}

async function isDue(
  db: Kysely<Database>,
  clientId: string,
  { state, at }: { readonly state: string; readonly at: Date },
): Promise<boolean> {
  const last = await db
    .selectFrom("outside_counts")
    .select(["state", "counted_at", "duration"])
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (!last || last.counted_at === null) return true;
  const age = at.getTime() - last.counted_at.getTime();
  if (age < REST_FACTOR * last.duration) return false;
  return last.state !== state || (age > MAX_AGE && (await hasPeriods(db, clientId)));
}

async function hasPeriods(db: Kysely<Database>, clientId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from inducements where client_id = ${clientId}
        and (valid_from is not null or valid_until is not null)
    ) or exists (
      select from access_role_assignments where client_id = ${clientId}
        and (valid_from is not null or valid_until is not null)
    ) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** @returns whether no other server counts for the client. */
async function claim(db: Kysely<Database>, clientId: string, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + CLAIM_TIME);
  const { rows } = await sql`
    insert into outside_counts (client_id, claimed_until) values (${clientId}, ${until})
    on conflict (client_id) do update set claimed_until = excluded.claimed_until
      where outside_counts.claimed_until is null or outside_counts.claimed_until <= ${now}
    returning client_id`.execute(db);
  return rows.length > 0;
}

function giveUp(db: Kysely<Database>, clientId: string): Promise<unknown> {
  return db
    .updateTable("outside_counts")
    .set({ claimed_until: null })
    .where("client_id", "=", clientId)
    .execute();
}

async function countFor(
  db: Kysely<Database>,
  clientId: string,
  state: string,
  { now, isEnding }: Tools,
): Promise<void> {
  const at = now();
  const started = performance.now();
  let renewed = started;
  let oids: string[] = [];
  let counts: number[] = [];
  const advance = async (): Promise<void> => {
    if (isEnding()) throw new Ending();
    await saveCounts(db, clientId, oids, counts);
    [oids, counts] = [[], []];
    if (performance.now() - renewed < CLAIM_TIME / 3) return;
    renewed = performance.now();
    await db
      .updateTable("outside_counts")
      .set({ claimed_until: new Date(now().getTime() + CLAIM_TIME) })
      .where("client_id", "=", clientId)
      .execute();
  };
  const scope = { orgOid: null, resourceId: null, from: null, until: null };
  await scanAccess({ ...scope, kind: "outsidePolicy", clientId, at }, { db, advance }, (person) => {
    oids.push(person.oid);
    counts.push(person.held.reduce((sum, one) => sum + (person.isGranted(one) ? 0 : 1), 0));
  });
  await db
    .updateTable("outside_counts")
    .set({
      state,
      counted_at: at,
      duration: Math.ceil(performance.now() - started),
      claimed_until: null,
    })
    .where("client_id", "=", clientId)
    .execute();
}

/** Writes the counts that differ. */
async function saveCounts(
  db: Kysely<Database>,
  clientId: string,
  oids: readonly string[],
  counts: readonly number[],
): Promise<void> {
  if (oids.length === 0) return;
  await sql`
    update identities i set outside_count = v.number
    from unnest(${toUuids(oids)}, ${[...counts]}::int[]) as v (oid, number)
    where i.client_id = ${clientId} and i.oid = v.oid and i.outside_count <> v.number
  `.execute(db);
}

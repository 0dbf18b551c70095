/** The command palette's search in that many names, over the wire, one request per keystroke. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import type { Database } from "#server/db/schema.ts";
import { writeOrgNames } from "#server/names/commands.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Cleanup } from "../harness/cleanup.ts";
import type { Run } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";

const FIRST_WORDS = ["Senior", "Junior", "Lead", "Chief", "Deputy", "Regional", "Night", "Branch"];
const LAST_WORDS = [
  "Teller",
  "Clerk",
  "Auditor",
  "Analyst",
  "Driver",
  "Engineer",
  "Guard",
  "Nurse",
];
/** Each is typed key by key. */
const TEXTS = ["senior teller 77", "nurse", "z", "auditor 123456", "chief", "nobody is called so"];
/** Rows per statement, whose triggers keep them in memory. */
const AT_ONCE = 50_000;

export const namesCase: BenchCase = {
  describes: "the command palette among so many names, half of orgs and half of users",
  takes: "4 min",
  options: { rows: 1_000_000, runs: 3 },
  goals: () => [{ figure: "found by name", statistic: "p99", atMost: 50 }],
  async open({ rows }, cleanup) {
    const dataDir = cleanup.directory("names");
    // The first start creates the client and its administrator.
    const first = await startProduct(dataDir, cleanup);
    await first.stop();
    const database = await openDatabase({ dataDir });
    await fill(database.db, Math.ceil(rows / 2));
    await database.close();
    return { run: () => typeTexts(dataDir, cleanup) };
  },
};

async function fill(db: Kysely<Database>, half: number): Promise<void> {
  const { id: clientId } = await db.selectFrom("clients").select("id").executeTakeFirstOrThrow();
  const root = randomUUID();
  await db
    .insertInto("orgs")
    .values({
      client_id: clientId,
      oid: root,
      type: "job-titles",
      name: "Job Titles",
      display_name: "Job Titles",
      parent_oid: null,
      search_key: "jobtitles",
    })
    .execute();
  const pick = (words: readonly string[], step: number) =>
    sql`(${sql.val(`{${words.join(",")}}`)}::text[])[1 + i / ${sql.lit(step)} % ${sql.lit(words.length)}]`;
  const name = sql`${pick(FIRST_WORDS, 1)} || ' ' || ${pick(LAST_WORDS, FIRST_WORDS.length)} || ' ' || i`;
  for (let from = 1; from <= half; from += AT_ONCE) {
    const numbers = sql`generate_series(${sql.lit(from)}, ${sql.lit(Math.min(half, from + AT_ONCE - 1))}) i`;
    const { rows: orgs } = await sql<{ oid: string }>`
      insert into orgs (client_id, oid, type, name, display_name, parent_oid, search_key)
      select ${clientId}::uuid, gen_random_uuid(), 'job-titles', 'org ' || i, ${name}, ${root}::uuid, i
      from ${numbers} returning oid`.execute(db);
    await writeOrgNames(
      db,
      clientId,
      orgs.map(({ oid }) => oid),
    );
    await sql`
      insert into users (id, username, username_key, given_name, family_name, created_at)
      select gen_random_uuid(), 'user' || i, 'user' || i, ${pick(FIRST_WORDS, 1)},
        ${pick(LAST_WORDS, FIRST_WORDS.length)} || ' ' || i, now()
      from ${numbers}`.execute(db);
    await sql`
      insert into user_clients (user_id, client_id, position)
      select id, ${clientId}::uuid, 2 from users u
      where not exists (select from user_clients l where l.user_id = u.id)`.execute(db);
  }
}

async function typeTexts(dataDir: string, cleanup: Cleanup): Promise<Run> {
  const { url, stop } = await startProduct(dataDir, cleanup);
  const api = await ApiClient.signIn(url);
  const samples: number[] = [];
  for (const text of TEXTS) {
    for (let length = 1; length <= text.length; length += 1) {
      const query = new URLSearchParams({ text: text.slice(0, length) }).toString();
      const { status, lastByte } = await api.call("GET", `/names?${query}`);
      if (status !== 200) throw new Error(`The search was answered with ${status}`);
      samples.push(lastByte);
    }
  }
  await stop();
  return [{ figure: "found by name", unit: "ms", samples }];
}

/** The audit trail over the wire: its first rows, its middle, and each filter. */
import { sql } from "kysely";
import { openDatabase } from "#server/db/open.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Measurement } from "../harness/figures.ts";
import { ApiClient } from "../support/apiClient.ts";
import { startProduct } from "../support/product.ts";

const ROUNDS = 20;
/** Rows per statement. */
const AT_ONCE = 50_000;

/** Requests by figure; each answer is a page of at most 100 entries. */
const REQUESTS: Readonly<Record<string, string>> = {
  "first rows": "size=100",
  "rows of the middle": "size=100&page=5000",
  "one person": "size=100&actor=user7",
  "one kind": "size=100&kind=orgs",
  "one thing": "size=100&target=t123456",
  "one day": "size=100&from=2026-01-02T00:00:00Z&until=2026-01-03T00:00:00Z",
};

export const auditCase: BenchCase = {
  describes: "the audit trail of so many entries: first rows, middle and filters",
  takes: "3 min",
  options: { rows: 1_000_000, runs: 1, seed: 0 },
  goals: () => Object.keys(REQUESTS).map((figure) => ({ figure, statistic: "p95", atMost: 300 })),
  async open({ rows }, cleanup) {
    const dataDir = cleanup.directory("audit");
    // The first start creates the client.
    await (await startProduct(dataDir, cleanup)).stop();
    const { db, close } = await openDatabase({ dataDir });
    for (let from = 1; from <= rows; from += AT_ONCE) {
      await sql`
        insert into audit (client_id, id, at, actor, call, target, before, after)
        select c.id, gen_random_uuid(), timestamptz '2026-01-01Z' + i * interval '1 second',
          'user' || i % 50, (array['users/updateUser', 'orgs/induce'])[1 + i % 2], 't' || i,
          jsonb_build_object('name', 'n' || i), jsonb_build_object('name', 'n' || i + 1)
        from clients c, generate_series(${sql.lit(from)}, ${sql.lit(Math.min(rows, from + AT_ONCE - 1))}) i
      `.execute(db);
    }
    await sql`analyze audit`.execute(db);
    await close();
    return {
      async run() {
        const { url, stop } = await startProduct(dataDir, cleanup);
        const api = await ApiClient.signIn(url);
        const figures: Measurement[] = [];
        for (const [figure, query] of Object.entries(REQUESTS)) {
          const samples: number[] = [];
          for (let round = 0; round < ROUNDS; round += 1) {
            const { status, lastByte } = await api.call("GET", `/audit-trail?${query}`);
            if (status !== 200) throw new Error(`${figure} was answered with ${status}`);
            samples.push(lastByte);
          }
          figures.push({ figure, unit: "ms", samples });
        }
        await stop();
        return figures;
      },
    };
  },
};

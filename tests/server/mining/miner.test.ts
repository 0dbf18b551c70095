import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterEach, expect, inject, test, vi } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { takeJob } from "#server/mining/leases.ts";
import type { JobLoop } from "#server/jobs/jobLoop.ts";
import { startMiner } from "#server/mining/miner.ts";
import {
  openReport,
  dropReports,
  requestReport,
  type ReportKey,
  type ReportRequest,
} from "#server/mining/queries.ts";
import {
  mineByReference,
  writeDirectory,
  type AccessDirectory,
  type WrittenDirectory,
} from "../support/accessDirectory.ts";
import { startChild } from "../support/children.ts";
import { copyEmbedded, copyPostgres, eachDatabase } from "../support/databases.ts";
import { reportText } from "../support/reportText.ts";
import { emptyDisk } from "../support/disks.ts";

const WAIT = { timeout: 30_000, interval: 20 };

function directoryOf(identities: number, perAccount: number): AccessDirectory {
  const entitlements = Array.from({ length: 200 }, (_, i) => ({ resource: i % 2, name: `e ${i}` }));
  return {
    orgs: [{ name: "root", parent: null }],
    identities: Array.from({ length: identities }, () => ({ orgs: [0] })),
    resources: ["r 0", "r 1"],
    entitlements,
    accounts: Array.from({ length: identities }, (_, i) => ({
      resource: i % 2,
      identity: i,
      entitlements: Array.from(
        { length: perAccount },
        (_entry, k) => (i % 2) + 2 * ((i + k) % 100),
      ),
    })),
  };
}

const SMALL = directoryOf(30, 3);

const miners: JobLoop[] = [];
afterEach(async () => {
  await Promise.all(miners.splice(0).map((miner) => miner.stop()));
});

function start(database: OpenDatabase, clock: () => Date = () => new Date()) {
  const errors: unknown[] = [];
  const miner = startMiner({
    database,
    disk: emptyDisk(),
    clock,
    onError: (error) => errors.push(error),
    workerId: randomUUID(),
  });
  miners.push(miner);
  return { ...miner, errors };
}

const keyOf = (written: WrittenDirectory): ReportKey => ({
  clientId: written.clientId,
  orgOid: written.orgOids[0] ?? "",
  resourceId: null,
});

const ask = ({ db }: OpenDatabase, key: ReportKey): Promise<ReportRequest> =>
  requestReport(db, key, randomUUID(), new Date());

/** Polls like a client until the report is ready or has failed. */
async function settled(
  database: OpenDatabase,
  key: ReportKey,
  poke: () => void,
): Promise<ReportRequest> {
  return vi.waitFor(async () => {
    const report = await ask(database, key);
    poke();
    if (report.state === "pending") throw new Error("The report is still pending");
    return report;
  }, WAIT);
}

async function body({ db }: OpenDatabase, key: ReportKey, report: ReportRequest): Promise<unknown> {
  if (report.state !== "ready") throw new Error(`The report is ${report.state}`);
  const { parts } = await openReport(db, key.clientId, report.reportId);
  return JSON.parse(await reportText(parts));
}

eachDatabase((database) => {
  test("[RPT-14] a requested report is mined and equals the reference's", async () => {
    const miner = start(database.current);
    const written = await writeDirectory(database.current.db, SMALL);
    const key = keyOf(written);
    const report = await settled(database.current, key, miner.poke);
    const expected = mineByReference(SMALL, written, 0, null);
    expect(await body(database.current, key, report)).toEqual({
      ...expected,
      reportDate: expect.any(String),
    });
    expect(report).toMatchObject({ totalUsers: 30, totalShadows: 30 });
    expect(miner.errors).toEqual([]);
  });

  test("[RPT-1] [RPT-12] a dropped report is mined again with the changes since", async () => {
    const miner = start(database.current);
    const written = await writeDirectory(database.current.db, SMALL);
    const key = keyOf(written);
    await settled(database.current, key, miner.poke);
    await database.current.db
      .updateTable("accounts")
      .set({ entitlement_nos: [1] })
      .where("client_id", "=", key.clientId)
      .execute();
    await inTransaction(database.current.db, (tx) => dropReports(tx, key.clientId, [key.orgOid]));
    const report = await settled(database.current, key, miner.poke);
    expect(await body(database.current, key, report)).toMatchObject({
      resourceInsights: [{ resourceName: "r 0", entitlementInsights: [{ percentOfUsers: 100 }] }],
    });
  });

  test("an impossible job fails with its reason, and the miner continues", async () => {
    const miner = start(database.current);
    const written = await writeDirectory(database.current.db, SMALL);
    const key = keyOf(written);
    await sql`alter table accounts rename to accounts_away`.execute(database.current.db);
    const failed = await settled(database.current, key, miner.poke);
    await sql`alter table accounts_away rename to accounts`.execute(database.current.db);
    expect(failed).toEqual({ state: "failed", reason: 'relation "accounts" does not exist' });
    expect(miner.errors).toHaveLength(3);
    expect(await settled(database.current, key, miner.poke)).toMatchObject({ state: "ready" });
  });

  test("a stopped miner leaves its job to the next", async () => {
    const written = await writeDirectory(database.current.db, directoryOf(3000, 50));
    const key = keyOf(written);
    await ask(database.current, key);
    const miner = start(database.current);
    await vi.waitFor(async () => {
      const row = await database.current.db
        .selectFrom("mining_reports")
        .select("status")
        .where("client_id", "=", key.clientId)
        .executeTakeFirstOrThrow();
      expect(row.status).not.toBe("queued");
    }, WAIT);
    await miner.stop();
    const row = await database.current.db
      .selectFrom("mining_reports")
      .select(["status", "attempts", "lease_owner"])
      .where("client_id", "=", key.clientId)
      .executeTakeFirstOrThrow();
    // On a fast database the report was ready before.
    expect([
      { status: "queued", attempts: 0, lease_owner: null },
      { status: "ready", attempts: 1, lease_owner: null },
    ]).toContainEqual(row);
    expect(await settled(database.current, key, start(database.current).poke)).toMatchObject({
      totalUsers: 3000,
    });
  });

  test("the next server does the job of a dead one", async () => {
    const written = await writeDirectory(database.current.db, SMALL);
    const key = keyOf(written);
    await ask(database.current, key);
    const died = new Date();
    expect(await takeJob(database.current.background, "dead", died)).not.toBeNull();
    // No other process can hold an embedded database; on PostgreSQL the lease must expire.
    const clock = () => (database.kind === "embedded" ? died : new Date(died.getTime() + 60_000));
    expect(await settled(database.current, key, start(database.current, clock).poke)).toMatchObject(
      {
        state: "ready",
      },
    );
  });
});

test("a server killed while mining leaves nothing half done, and the next mines the report", async () => {
  const place = copyEmbedded();
  const directory = directoryOf(4000, 60);
  const database = await openDatabase({ dataDir: place.dataDir });
  const written = await writeDirectory(database.db, directory);
  const key = keyOf(written);
  await database.close();

  const server = startChild(
    new URL("../support/miningServer.ts", import.meta.url),
    place.dataDir,
    key.clientId,
    key.orgOid,
  );
  for (let i = 0; (await server.line(i)) === "queued"; i += 1);
  await server.kill();

  const next = await openDatabase({ dataDir: place.dataDir });
  const miner = start(next);
  const report = await settled(next, key, miner.poke);
  expect(await body(next, key, report)).toMatchObject(mineByReference(directory, written, 0, null));
  const parts = await next.db
    .selectFrom("mining_report_parts")
    .select("report_id")
    .distinct()
    .execute();
  expect(parts).toEqual([{ report_id: report.state === "ready" ? report.reportId : "" }]);
  await miner.stop();
  await next.close();
  await place.remove();
});

test.skipIf(inject("postgresUrl") === null)(
  "several servers on one PostgreSQL share the jobs",
  async () => {
    const place = await copyPostgres();
    const servers = await Promise.all([
      openDatabase({ url: place.url }),
      openDatabase({ url: place.url }),
    ]);
    const [first] = servers;
    if (!first) throw new Error("unreachable");
    const started = servers.map((server) => start(server));
    const keys = [];
    for (let i = 0; i < 6; i += 1) keys.push(keyOf(await writeDirectory(first.db, SMALL)));
    await Promise.all(keys.map((key) => ask(first, key)));
    const poke = () => started.forEach((miner) => miner.poke());
    const reports = await Promise.all(keys.map((key) => settled(first, key, poke)));
    expect(reports.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "ready"));
    expect(started.flatMap(({ errors }) => errors)).toEqual([]);
    await Promise.all(miners.splice(0).map((miner) => miner.stop()));
    await Promise.all(servers.map((server) => server.close()));
    await place.remove();
  },
);

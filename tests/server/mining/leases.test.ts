import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import {
  endAllLeases,
  failAttempt,
  giveBack,
  holdsLease,
  publishReport,
  renewLease,
  savePart,
  sweepParts,
  takeJob,
  type MiningJob,
} from "#server/mining/leases.ts";
import { evictReports, type KeptReports } from "#server/mining/evictReports.ts";
import { dropReports, openReport, requestReport, type ReportKey } from "#server/mining/queries.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { eachDatabase } from "../support/databases.ts";

const LEASE_TIME = 30_000;
const MAX_ATTEMPTS = 3;

const NOW = new Date("2026-11-21T12:00:00.000Z");
const later = (milliseconds: number): Date => new Date(NOW.getTime() + milliseconds);
const bytes = (text: string): Buffer<ArrayBuffer> => Buffer.from(text);
const USER = randomUUID();
const MINED = { reportDate: NOW, totalUsers: 2, totalShadows: 1 };

eachDatabase((database) => {
  let key: ReportKey;

  beforeEach(async () => {
    await database.current.db.deleteFrom("mining_reports").execute();
    await database.current.db.deleteFrom("mining_report_parts").execute();
    key = { clientId: randomUUID(), orgOid: randomUUID(), resourceId: null };
  });

  const request = (of: ReportKey = key) => requestReport(database.current.db, of, USER, NOW);
  const take = (worker: string, now = NOW) => takeJob(database.current.background, worker, now);
  const drop = () =>
    inTransaction(database.current.db, (tx) => dropReports(tx, key.clientId, [key.orgOid]));

  async function taken(worker: string, now = NOW): Promise<MiningJob> {
    const job = await take(worker, now);
    if (!job) throw new Error("There is no job to take");
    return job;
  }

  async function read(reportId: string): Promise<string> {
    const { size, parts } = await openReport(database.current.db, key.clientId, reportId);
    const read: Buffer[] = [];
    for await (const part of parts) read.push(part);
    const body = Buffer.concat(read);
    expect(body.length).toBe(size);
    return body.toString();
  }

  async function countParts(): Promise<number> {
    return (await database.current.db.selectFrom("mining_report_parts").select("part").execute())
      .length;
  }

  test("[RPT-14] a report requested several times is one job for one worker", async () => {
    const states = await Promise.all([request(), request(), request()]);
    expect(states).toEqual(Array(3).fill({ state: "pending" }));
    const jobs = await Promise.all([take("a"), take("b")]);
    expect(jobs.filter((job) => job !== null)).toEqual([
      { ...key, reportId: expect.any(String), attempt: 1 },
    ]);
    expect(await request()).toEqual({ state: "pending" });
  });

  test("[RPT-14] a published report is ready, and its parts add up to its body", async () => {
    await request();
    const job = await taken("a");
    await savePart(database.current.background, job, 0, bytes('{"a":'));
    await savePart(database.current.background, job, 1, bytes("1}"));
    expect(await request()).toEqual({ state: "pending" });
    await publishReport(database.current.background, job, "a", MINED);
    expect(await request()).toEqual({ state: "ready", reportId: job.reportId, ...MINED });
    expect(await read(job.reportId)).toBe('{"a":1}');
    expect(await take("b", later(10 * LEASE_TIME))).toBeNull();
  });

  test("the most recently requested reports of a client are kept within limits of count and size", async () => {
    const { background, db } = database.current;
    const publish = async (of: ReportKey, at: number) => {
      await request(of);
      const job = await taken("a");
      await savePart(background, job, 0, bytes("12345"));
      await publishReport(background, job, "a", { ...MINED, reportDate: later(at) });
    };
    const keys = [1, 2, 3, 4].map(() => ({ ...key, orgOid: randomUUID() }));
    const foreign = { ...key, clientId: randomUUID() };
    await publish(foreign, 0);
    for (const [at, of] of keys.entries()) await publish(of, at);
    const ready = async () => {
      const rows = await db.selectFrom("mining_reports").select("org_oid").execute();
      return new Set(rows.map(({ org_oid }) => org_oid));
    };
    const oidsOf = (from: number) => [...keys.slice(from), foreign].map(({ orgOid }) => orgOid);
    const room = (now: Date, kept: KeptReports) =>
      evictReports(background, key.clientId, now, kept);
    const hour = 3_600_000;
    await room(later(hour), { count: 4, size: 20 });
    expect(await ready()).toEqual(new Set(oidsOf(0)));
    await room(later(hour), { count: 3, size: 20 });
    expect(await ready()).toEqual(new Set(oidsOf(1)));
    await request();
    await room(later(hour), { count: 4, size: 14 });
    expect(await ready()).toEqual(new Set([...oidsOf(2), key.orgOid]));
    expect(await countParts()).toBe(3);
  });

  test("a report requested again counts as used and is kept, and unrequested ones are evicted", async () => {
    const { background, db } = database.current;
    const keys = [0, 1].map(() => ({ ...key, orgOid: randomUUID() }));
    for (const of of keys) {
      await request(of);
      const job = await taken("a");
      await savePart(background, job, 0, bytes("12345"));
      await publishReport(background, job, "a", MINED);
    }
    const stateOf = async (of: ReportKey | undefined) =>
      (
        await db
          .selectFrom("mining_reports")
          .select("status")
          .where("org_oid", "=", of?.orgOid ?? "")
          .execute()
      )[0]?.status;
    const hour = 3_600_000;
    await requestReport(db, keys[0] ?? key, USER, later(hour));
    await evictReports(background, key.clientId, later(hour + 60_000), { count: 0, size: 0 });
    expect(await stateOf(keys[0])).toBe("ready");
    expect(await stateOf(keys[1])).toBeUndefined();
    await evictReports(background, key.clientId, later(2 * hour), { count: 0, size: 0 });
    expect(await stateOf(keys[0])).toBeUndefined();
  });

  test("reports of different scopes are different reports", async () => {
    await request();
    const resourceId = randomUUID();
    expect(await request({ ...key, resourceId })).toEqual({ state: "pending" });
    const jobs = [await taken("a"), await taken("a")];
    expect(new Set(jobs.map((job) => job.resourceId))).toEqual(new Set([null, resourceId]));
  });

  test("jobs run in the order of their requests", async () => {
    await requestReport(database.current.db, key, USER, later(1));
    const earlier = { ...key, orgOid: randomUUID() };
    await requestReport(database.current.db, earlier, USER, NOW);
    expect([(await taken("a")).orgOid, (await taken("a")).orgOid]).toEqual([
      earlier.orgOid,
      key.orgOid,
    ]);
  });

  test("a job with an expired lease is taken over, and its first worker can no longer change it", async () => {
    await request();
    const first = await taken("a");
    await savePart(database.current.background, first, 0, bytes("half"));
    expect(await renewLease(database.current.db, first, "a", later(LEASE_TIME - 1))).toBe(true);
    expect(await take("b", later(LEASE_TIME + 1))).toBeNull();

    const second = await taken("b", later(2 * LEASE_TIME));
    expect(second).toMatchObject({ ...key, attempt: 2 });
    expect(await countParts()).toBe(0);
    expect(await renewLease(database.current.db, first, "a", later(2 * LEASE_TIME))).toBe(false);
    expect(await holdsLease(database.current.db, first, "a")).toBe(false);
    expect(await holdsLease(database.current.db, second, "b")).toBe(true);

    await savePart(database.current.background, first, 1, bytes("late"));
    await publishReport(database.current.background, first, "a", MINED);
    await failAttempt(database.current.background, first, "a", "late");
    expect(await countParts()).toBe(0);
    expect(await request()).toEqual({ state: "pending" });
    await savePart(database.current.background, second, 0, bytes("{}"));
    await publishReport(database.current.background, second, "b", MINED);
    expect(await request()).toMatchObject({ state: "ready", reportId: second.reportId });
  });

  test("a failing job is retried, finally fails once with its reason, and may be requested again", async () => {
    await request();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      expect(await request()).toEqual({ state: "pending" });
      const job = await taken("a");
      expect(job.attempt).toBe(attempt);
      await savePart(database.current.background, job, 0, bytes("half"));
      await failAttempt(database.current.background, job, "a", `reason ${attempt}`);
    }
    expect(await take("a")).toBeNull();
    expect(await countParts()).toBe(0);
    expect(await request()).toEqual({ state: "failed", reason: `reason ${MAX_ATTEMPTS}` });
    expect(await request()).toEqual({ state: "pending" });
    expect((await taken("a")).attempt).toBe(1);
  });

  test("a job whose workers all died fails, too", async () => {
    await request();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      await taken("a", later(attempt * 2 * LEASE_TIME));
    }
    expect(await take("a", later(MAX_ATTEMPTS * 2 * LEASE_TIME))).toBeNull();
    expect(await request()).toEqual({
      state: "failed",
      reason: "The server ended while it mined the report",
    });
  });

  test("a returned job loses no attempt and can be taken immediately", async () => {
    await request();
    await giveBack(database.current.background, await taken("a"), "a");
    expect((await taken("b")).attempt).toBe(1);
  });

  test("every job can be taken immediately after all leases were ended", async () => {
    await request();
    await taken("a");
    await endAllLeases(database.current.background);
    expect((await taken("b")).attempt).toBe(2);
  });

  test("[RPT-1] [RPT-15] dropping removes the org's reports of every scope and no others", async () => {
    await request();
    await request({ ...key, resourceId: randomUUID() });
    const other = { ...key, orgOid: randomUUID() };
    await request(other);
    const jobs = [await taken("a"), await taken("a"), await taken("a")];
    for (const job of jobs) {
      await savePart(database.current.background, job, 0, bytes("{}"));
      await publishReport(database.current.background, job, "a", MINED);
    }
    expect(await drop()).toBe(2);
    expect(await drop()).toBe(0);
    expect(await request(other)).toMatchObject({ state: "ready" });
    expect(await countParts()).toBe(1);
    expect(await request()).toEqual({ state: "pending" });
  });

  test("[RPT-1] a report dropped while it was mined is not published and leaves nothing", async () => {
    await request();
    const job = await taken("a");
    expect(await drop()).toBe(1);
    expect(await holdsLease(database.current.db, job, "a")).toBe(false);
    await savePart(database.current.background, job, 0, bytes("{}"));
    await publishReport(database.current.background, job, "a", MINED);
    expect(await countParts()).toBe(0);
    expect(await request()).toEqual({ state: "pending" });
  });

  test("a report dropped while it is read ends with an error instead of a truncated body", async () => {
    await request();
    const job = await taken("a");
    for (const part of [0, 1, 2])
      await savePart(database.current.background, job, part, bytes("x"));
    await publishReport(database.current.background, job, "a", MINED);
    const { parts } = await openReport(database.current.db, key.clientId, job.reportId);
    expect(await parts.next()).toEqual({ done: false, value: bytes("x") });
    await drop();
    const rest = async () => {
      for await (const part of parts) expect(part).toEqual(bytes("x"));
    };
    await expect(rest()).rejects.toMatchObject({ code: "EREPORTGONE" });
    await expect(read(job.reportId)).rejects.toMatchObject({ code: "EREPORTGONE" });
  });

  test("orphaned parts are swept, and others stay", async () => {
    await request();
    const job = await taken("a");
    await savePart(database.current.background, job, 0, bytes("kept"));
    await savePart(
      database.current.background,
      { ...job, reportId: randomUUID() },
      0,
      bytes("orphan"),
    );
    await sweepParts(database.current.background);
    expect(await countParts()).toBe(1);
  });
});

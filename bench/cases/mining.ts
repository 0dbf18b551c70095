/**
 * Mines one role of a very large directory on the embedded database while requests go on: how long it takes, how much
 * memory it needs, and how long the queries of a request wait meanwhile.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import { startMiner } from "#server/mining/miner.ts";
import { dropReports, openReport, requestReport } from "#server/mining/reports.ts";
import { generateDirectory, type GeneratedDirectory } from "../support/directory.ts";

export interface MiningBenchOptions {
  identities?: number;
  assignments?: number;
  resources?: number;
  entitlements?: number;
  runs?: number;
  /** Keeps the generated directory here for the next time, in place of a temporary one. */
  keepIn?: string;
  /** Milliseconds between the starts of two requests. */
  requestEvery?: number;
}

interface Latencies {
  count: number;
  p50: number;
  p95: number;
  p99: number;
  max: number;
}

export interface MiningBenchResult {
  members: number;
  assignments: number;
  /** Seconds from the request of the report to the report being ready, of each run. */
  seconds: number[];
  /** Milliseconds of a request while nothing is mined. */
  idle: Latencies;
  /** Milliseconds of a request while the report is mined. */
  mining: Latencies;
  /** Longest time that the server's event loop stood still while mining, in milliseconds. */
  longestStall: number;
  /** Megabytes resident, most in all runs. */
  residentMegabytes: number;
  reportMegabytes: number;
}

interface Scene {
  database: OpenDatabase;
  directory: GeneratedDirectory;
  session: Buffer;
}

const KEY = "bench/mining";

async function prepare(database: OpenDatabase, options: MiningBenchOptions): Promise<Scene> {
  const { db } = database;
  const kept = await db
    .selectFrom("settings")
    .select("value")
    .where("key", "=", KEY)
    .executeTakeFirst();
  let directory = kept?.value as unknown as GeneratedDirectory | undefined;
  if (!directory) {
    directory = await generateDirectory(db, {
      identities: options.identities ?? 200_000,
      assignments: options.assignments ?? 10_000_000,
      resources: options.resources ?? 40,
      entitlements: options.entitlements ?? 20_000,
    });
    await db
      .insertInto("settings")
      .values({ key: KEY, value: JSON.stringify(directory) })
      .execute();
  }
  const user = { id: randomUUID(), username_key: randomUUID() };
  const now = new Date();
  await db
    .insertInto("users")
    .values({
      ...user,
      username: "bench",
      given_name: "Bench",
      family_name: "User",
      created_at: now,
    })
    .execute();
  const session = randomBytes(32);
  const times = { created_at: now, last_seen_at: now, expires_at: now };
  await db
    .insertInto("sessions")
    .values({ id_hash: session, user_id: user.id, ...times })
    .execute();
  return { database, directory, session };
}

/** The queries of `GET …/mp-orgs/{oid}`: session and user, then the org, then how many members it has. */
async function request({ database: { db }, directory, session }: Scene): Promise<void> {
  const user = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("users")
    .where("id_hash", "=", session)
    .executeTakeFirstOrThrow();
  await db.selectFrom("user_roles").selectAll().where("user_id", "=", user.id).execute();
  await db
    .selectFrom("orgs")
    .selectAll()
    .where("client_id", "=", directory.clientId)
    .where("oid", "=", directory.orgOid)
    .executeTakeFirstOrThrow();
  await db
    .selectFrom("inducements")
    .selectAll()
    .where("client_id", "=", directory.clientId)
    .where("org_oid", "=", directory.orgOid)
    .execute();
}

/** Starts requests at a steady rate, whether or not earlier ones have ended, until `until` ends. */
async function measure(scene: Scene, every: number, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let going = true;
  void until.finally(() => {
    going = false;
  });
  for (let due = performance.now(); going; due += every) {
    await sleep(Math.max(0, due - performance.now()));
    open.push(request(scene).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(open);
  return times;
}

function summarize(times: number[]): Latencies {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)) /
    10;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export async function runMiningBench(options: MiningBenchOptions = {}): Promise<MiningBenchResult> {
  const dataDir = options.keepIn ?? mkdtempSync(join(tmpdir(), "provision-bench-"));
  const database = await openDatabase({ dataDir });
  const every = options.requestEvery ?? 20;
  let resident = 0;
  let longestStall = 0;
  let lastTick = performance.now();
  try {
    const scene = await prepare(database, options);
    const key = {
      clientId: scene.directory.clientId,
      orgOid: scene.directory.orgOid,
      resourceId: null,
    };
    const drop = () => database.db.transaction().execute((tx) => dropReports(tx, key));
    await drop();
    const idle = await measure(scene, every, sleep(2000));

    const errors: unknown[] = [];
    const miner = startMiner({
      database,
      clock: () => new Date(),
      onError: (error) => errors.push(error),
      workerId: "bench",
    });
    const mine = async (): Promise<number> => {
      for (;;) {
        const report = await requestReport(database.db, key, new Date());
        if (report.state === "failed" || errors.length > 0)
          throw new Error("Mining failed", { cause: errors[0] });
        if (report.state === "pending") {
          miner.poke();
          await sleep(50);
          continue;
        }
        const { size, parts } = await openReport(database.db, key.clientId, report.reportId);
        for await (const part of parts) void part;
        return size;
      }
    };
    const seconds: number[] = [];
    const times: number[] = [];
    let reportLength = 0;
    const ticks = setInterval(() => {
      const now = performance.now();
      longestStall = Math.max(longestStall, now - lastTick - 5);
      lastTick = now;
      resident = Math.max(resident, process.memoryUsage.rss());
    }, 5);
    for (let run = 0; run < (options.runs ?? 3); run += 1) {
      const start = performance.now();
      lastTick = start;
      const mined = mine();
      times.push(...(await measure(scene, every, mined)));
      reportLength = await mined;
      seconds.push(Math.round(performance.now() - start) / 1000);
      await drop();
    }
    clearInterval(ticks);
    await miner.stop();
    return {
      members: options.identities ?? 200_000,
      assignments: scene.directory.assignments,
      seconds,
      idle: summarize(idle),
      mining: summarize(times),
      longestStall: Math.round(longestStall),
      residentMegabytes: Math.round(resident / 1e6),
      reportMegabytes: reportLength / 1e6,
    };
  } finally {
    await database.close();
    if (!options.keepIn) rmSync(dataDir, { recursive: true, force: true });
  }
}

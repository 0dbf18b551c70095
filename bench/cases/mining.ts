/**
 * Mines one role of a very large directory on the embedded database while requests continue, and measures its duration,
 * its memory, and how long a request's queries wait.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type OpenDatabase } from "#server/db/open.ts";
import { DiskSpace } from "#server/jobs/diskSpace.ts";
import { startMiner } from "#server/mining/miner.ts";
import { dropReports, openReport, requestReport } from "#server/mining/queries.ts";
import type { BenchCase } from "../harness/case.ts";
import type { Run } from "../harness/figures.ts";
import { generateDirectory, type GeneratedDirectory } from "../support/directory.ts";
import { watchProcess } from "../support/watchProcess.ts";

const IDENTITIES = 200_000;
const RESOURCES = 40;
const ENTITLEMENTS = 20_000;
/** Milliseconds between the starts of two requests. */
const REQUEST_EVERY = 20;

export const miningCase: BenchCase = {
  describes: `one role of ${IDENTITIES} identities with so many assignments, requests beside it`,
  takes: "5 min",
  options: { rows: 10_000_000, runs: 3 },
  goals: () => [
    { figure: "request to report", statistic: "value", atMost: 10 },
    { figure: "a request meanwhile", statistic: "p99", atMost: 250 },
  ],
  async open({ rows }, cleanup) {
    const database = await openDatabase({ dataDir: cleanup.directory("mining") });
    cleanup.add(() => database.close());
    const scene = await prepare(database, rows);
    return { run: () => mineOnce(scene) };
  },
};

interface Scene {
  database: OpenDatabase;
  directory: GeneratedDirectory;
  session: Buffer;
}

async function prepare(database: OpenDatabase, assignments: number): Promise<Scene> {
  const { db } = database;
  const directory = await generateDirectory(db, {
    identities: IDENTITIES,
    assignments,
    resources: RESOURCES,
    entitlements: ENTITLEMENTS,
  });
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
  const times = { created_at: now, last_seen_at: now, expires_at: now, confirmed_at: now };
  await db
    .insertInto("sessions")
    .values({ id_hash: session, user_id: user.id, ...times })
    .execute();
  return { database, directory, session };
}

/** The queries of `GET …/mp-orgs/{oid}`: session and user, then the org, then its number of members. */
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
async function measure(scene: Scene, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let going = true;
  void until.finally(() => {
    going = false;
  });
  for (let due = performance.now(); going; due += REQUEST_EVERY) {
    await sleep(Math.max(0, due - performance.now()));
    open.push(request(scene).then(() => void times.push(performance.now() - due)));
  }
  await Promise.all(open);
  return times;
}

async function mineOnce(scene: Scene): Promise<Run> {
  const { database, directory } = scene;
  const key = { clientId: directory.clientId, orgOid: directory.orgOid, resourceId: null };
  const idle = await measure(scene, sleep(2000));
  const errors: unknown[] = [];
  const miner = startMiner({
    database,
    disk: new DiskSpace({
      check: async () => ({ status: "ready", database: "ok", disk: "ok" }),
      clock: () => new Date(),
      log: console.error,
    }),
    clock: () => new Date(),
    onError: (error) => errors.push(error),
    workerId: "bench",
  });
  const mine = async (): Promise<number> => {
    for (;;) {
      const report = await requestReport(database.db, key, randomUUID(), new Date());
      if (report.state === "failed" || report.state === "refused" || errors.length > 0)
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
  const watch = watchProcess();
  const start = performance.now();
  const mined = mine();
  const meanwhile = await measure(scene, mined);
  const size = await mined;
  const seconds = (performance.now() - start) / 1000;
  const { longestStall, megabytes } = watch.stop();
  await miner.stop();
  await database.db.transaction().execute((tx) => dropReports(tx, key.clientId, [key.orgOid]));
  return [
    { figure: "request to report", unit: "s", samples: [seconds] },
    { figure: "a request while idle", unit: "ms", samples: idle },
    { figure: "a request meanwhile", unit: "ms", samples: meanwhile },
    { figure: "longest stall of the event loop", unit: "ms", samples: [longestStall] },
    { figure: "most memory", unit: "MB", samples: [megabytes] },
    { figure: "size of the report", unit: "MB", samples: [size / 1e6] },
  ];
}

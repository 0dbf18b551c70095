/** Health checks for load balancers and supervisors: liveness and readiness. */
import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import type { Milliseconds } from "#events/entities/common.ts";
import type { Database } from "./db/schema.ts";
import { errorCode, translateDatabaseError } from "./db/errors.ts";

export const HEALTH_PATHS: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** One result serves all probes during this time, so that probes cannot overload the database. */
const MAX_AGE: Milliseconds = 2000;
const TIMEOUT: Milliseconds = 5000;
/** Bytes; more than a file system stores inside an inode. */
const PROBE_SIZE = 65_536;
/** Key in `settings`. */
const READY_AT = "ready_at";

type Disk = "ok" | "full" | "refuses writes";

export interface Readiness {
  readonly status: "ready" | "unavailable";
  readonly database: "ok" | "unavailable";
  /** The file systems of the data directory and, if the database reports it, of the database. */
  readonly disk: Disk;
}

export function serveHealth(app: FastifyInstance): void {
  const { db, config, now } = app.services;
  app.get("/healthz", { schema: { hide: true } }, async () => ({ status: "ok" }));
  let latest: { readonly at: number; readonly answer: Promise<Readiness> } | undefined;
  app.get("/readyz", { schema: { hide: true } }, async (_request, reply) => {
    const at = now().getTime();
    if (!latest || Math.abs(at - latest.at) >= MAX_AGE) {
      latest = { at, answer: checkReadiness(db, config.dataDirectory) };
    }
    const readiness = await latest.answer;
    return reply.code(readiness.status === "ready" ? 200 : 503).send(readiness);
  });
}

/** Writes to the database and to the data directory. Takes at most some seconds and does not throw. */
export async function checkReadiness(
  db: Kysely<Database>,
  dataDirectory: string,
): Promise<Readiness> {
  const [database, written] = await Promise.all([tryDatabase(db), tryDisk(dataDirectory)]);
  const disk = database === "disk full" ? "full" : written;
  const isReady = database === "ok" && disk === "ok";
  return {
    status: isReady ? "ready" : "unavailable",
    database: database === "unavailable" ? "unavailable" : "ok",
    disk,
  };
}

async function tryDatabase(db: Kysely<Database>): Promise<"ok" | "disk full" | "unavailable"> {
  const value = JSON.stringify(new Date());
  const written = db
    .insertInto("settings")
    .values({ key: READY_AT, value })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value }))
    .execute()
    .then(
      () => "ok" as const,
      (error: unknown) => {
        const isFull = errorCode(translateDatabaseError(error)) === "EDISKFULL";
        return isFull ? ("disk full" as const) : ("unavailable" as const);
      },
    );
  return Promise.race([written, sleep(TIMEOUT, "unavailable" as const, { ref: false })]);
}

/** The directory is missing if the database is remote and mails are sent by SMTP. */
async function tryDisk(directory: string): Promise<Disk> {
  const path = join(directory, `.probe-${randomUUID()}`);
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(Buffer.alloc(PROBE_SIZE, 1));
      await file.sync();
    } finally {
      await file.close();
      await rm(path, { force: true });
    }
    return "ok";
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") return "ok";
    return code === "ENOSPC" || code === "EDQUOT" ? "full" : "refuses writes";
  }
}

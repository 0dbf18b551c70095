/**
 * Kills a server while it writes: chains of writes, each of which states its number. What the server acknowledged is
 * there after the next start, and at most what was sent last besides.
 */
import { describe, expect, inject, onTestFinished, test } from "vitest";
import type { Milliseconds } from "#events/entities/common.ts";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded, copyPostgres } from "../../server/support/databases.ts";
import { type HttpClient, startServer, visit } from "../../server/support/servers.ts";

/** For a start, its writes and its end on a busy machine. */
const MAX_ROUND: Milliseconds = 60_000;
const KILLS = Number(process.env["PROVISION_KILLS"] ?? 1);
export const PASSWORD = "a set password";
/** Acknowledged writes of all kinds before a kill. */
const MIN_WRITES = 3;
const MAX_WRITES = 22;
/** At most so many writes are made before the last kill. */
export const MAX_ALL_WRITES = KILLS * (MAX_WRITES + 1);

/** Of each server. The key stays the same where a database has no directory for it. */
export const ENVIRONMENT = {
  PROVISION_ADMIN_PASSWORD: PASSWORD,
  PROVISION_SECRET_KEY: Buffer.alloc(32, "key").toString("base64"),
};

/** A signed-in administrator. */
export interface Place {
  readonly http: HttpClient;
  /** The address of the server. */
  readonly address: string;
  /** The address of the client. */
  readonly base: string;
}

/** A chain of writes. */
export interface WriteKind {
  /** The call that each write makes once. */
  readonly call: string;
  /** Makes the write with the number, from 1 on. */
  readonly write: (place: Place, n: number) => Promise<unknown>;
  /**
   * The number of the last write.
   *
   * @param known the last one that was acknowledged
   */
  readonly read: (place: Place, known: number) => Promise<number>;
}

export async function get<Body>({ http }: Pick<Place, "http">, path: string): Promise<Body> {
  const { status, body } = await http.send("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

/** Sends a request that must succeed. */
export async function send<Body>(
  { http }: Pick<Place, "http">,
  method: string,
  path: string,
  sent: unknown,
): Promise<Body> {
  const { status, body } = await http.send(method, path, sent);
  expect([200, 201, 202], `${method} ${path}: ${JSON.stringify(body)}`).toContain(status);
  return body as Body;
}

/**
 * Defines a test for each kind of database that kills a server again and again while it writes. `PROVISION_KILLS` says how
 * often.
 *
 * @param prepare fills the database before the first start
 */
export function testKillsWhileWriting(
  title: string,
  prepare: (source: DatabaseSource) => Promise<readonly WriteKind[]>,
): void {
  testOnEachDatabase(
    `${title}, though the server is killed ${KILLS} times`,
    async (source) => killWhileWriting(source, await prepare(source)),
    (KILLS + 2) * MAX_ROUND,
  );
}

/** Kills a server after some writes, `KILLS` times. Each start checks what the former one wrote. */
async function killWhileWriting(
  source: DatabaseSource,
  kinds: readonly WriteKind[],
): Promise<void> {
  const acknowledged = kinds.map(() => 0);
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const server = startServer(source, ENVIRONMENT);
    try {
      const place = await signIn(await server.ready());
      for (const [at, kind] of kinds.entries()) {
        const known = acknowledged[at] ?? 0;
        const n = await kind.read(place, known);
        expect([known, known + 1], kind.call).toContain(n);
        acknowledged[at] = n;
      }
      if (kill < KILLS) {
        let left = MIN_WRITES + ((kill * 7) % (MAX_WRITES - MIN_WRITES + 1));
        const writers = kinds.map(async ({ write }, at) => {
          for (;;) {
            const n = (acknowledged[at] ?? 0) + 1;
            await write(place, n);
            acknowledged[at] = n;
            left -= 1;
            if (left === 0) server.process.kill("SIGKILL");
          }
        });
        for (const { reason } of (await Promise.allSettled(writers)) as PromiseRejectedResult[]) {
          // The connection broke.
          if (!(reason instanceof TypeError || reason instanceof SyntaxError)) throw reason;
        }
      }
    } finally {
      server.process.kill("SIGKILL");
      await server.ended();
    }
  }
  const { db, close } = await openDatabase(source);
  try {
    for (const [at, { call }] of kinds.entries()) {
      const audited = await db.selectFrom("audit").select("id").where("call", "=", call).execute();
      expect(audited, call).toHaveLength(acknowledged[at] ?? 0);
    }
  } finally {
    await close();
  }
}

/** Uses a server before the first one that is killed while it writes. */
export async function withServer<Result>(
  source: DatabaseSource,
  act: (place: Place) => Promise<Result>,
): Promise<Result> {
  const server = startServer(source, ENVIRONMENT);
  try {
    return await act(await signIn(await server.ready()));
  } finally {
    server.process.kill("SIGKILL");
    await server.ended();
  }
}

/** @param address of a server whose administrator has the password `PASSWORD`. */
export async function signIn(address: string): Promise<Place> {
  const http = await visit(address);
  const { user } = await send<{ readonly user: { readonly client: { readonly id: string } } }>(
    { http },
    "POST",
    "/api/login",
    { username: "admin", password: PASSWORD },
  );
  return { http, address, base: `/api/clients/${user.client.id}` };
}

/**
 * Defines a test for each kind of database. Without PostgreSQL its block is reported as skipped.
 *
 * @param run gets a new database, which is removed after the test
 */
export function testOnEachDatabase(
  title: string,
  run: (source: DatabaseSource) => Promise<void>,
  timeout: Milliseconds,
): void {
  for (const kind of ["embedded", "postgres"] as const) {
    const isAbsent = kind === "postgres" && inject("postgresUrl") === null;
    describe.skipIf(isAbsent)(`on the ${kind} database`, () => {
      test(
        title,
        async () => {
          const copy = kind === "embedded" ? copyEmbedded() : await copyPostgres();
          onTestFinished(copy.remove);
          await run("url" in copy ? { url: copy.url } : { dataDir: copy.dataDir });
        },
        timeout,
      );
    });
  }
}

/**
 * Kills a server while it writes: chains of writes, each of which states its number. What the server acknowledged is
 * there after the next start, and at most what was sent last besides.
 */
import { afterAll, expect, inject } from "vitest";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded, copyPostgres } from "../../server/support/databases.ts";
import { type HttpClient, startServer, visit } from "../../server/support/servers.ts";

/** Milliseconds for a start, its writes and its end on a busy machine. */
export const MAX_ROUND = 60_000;
export const PASSWORD = "a set password";
/** Acknowledged writes of all kinds before a kill. */
const MIN_WRITES = 3;
const MAX_WRITES = 22;

/** A signed-in administrator. */
export interface Place {
  readonly http: HttpClient;
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

export async function get<Body>({ http }: Place, path: string): Promise<Body> {
  const { status, body } = await http.send("GET", path);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Body;
}

/** Sends a request that must succeed. */
export async function send<Body>(
  { http }: Place,
  method: string,
  path: string,
  sent: unknown,
): Promise<Body> {
  const { status, body } = await http.send(method, path, sent);
  expect([200, 201, 202], `${method} ${path}: ${JSON.stringify(body)}`).toContain(status);
  return body as Body;
}

/** Starts a server `kills` times, and kills it after some writes; each start checks what the former one wrote. */
export async function killWhileWriting(
  source: DatabaseSource,
  kinds: readonly WriteKind[],
  kills: number,
): Promise<void> {
  const acknowledged = kinds.map(() => 0);
  for (let kill = 0; kill <= kills; kill += 1) {
    const server = startServer(source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
    try {
      const place = await signIn(await server.ready());
      for (const [at, kind] of kinds.entries()) {
        const known = acknowledged[at] ?? 0;
        const n = await kind.read(place, known);
        expect([known, known + 1], kind.call).toContain(n);
        acknowledged[at] = n;
      }
      if (kill < kills) {
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

/** @param address of a server whose administrator has the password `PASSWORD`. */
export async function signIn(address: string): Promise<Place> {
  const http = await visit(address);
  const { user } = await send<{ readonly user: { readonly client: { readonly id: string } } }>(
    { http, base: "" },
    "POST",
    "/api/login",
    { username: "admin", password: PASSWORD },
  );
  return { http, base: `/api/clients/${user.client.id}` };
}

export const DATABASES = ["embedded", "postgres"] as const;

export const isAbsent = (kind: (typeof DATABASES)[number]): boolean =>
  kind === "postgres" && inject("postgresUrl") === null;

/** Makes databases that are removed after the tests of a block. */
export function useSources(kind: (typeof DATABASES)[number]): () => Promise<DatabaseSource> {
  const removals: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removals) await remove();
  });
  return async () => {
    const copy = kind === "embedded" ? copyEmbedded() : await copyPostgres();
    removals.push(copy.remove);
    return "url" in copy ? { url: copy.url } : { dataDir: copy.dataDir };
  };
}

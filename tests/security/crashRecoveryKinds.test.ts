/**
 * A server that is killed during each kind of write besides those of users, files and policies: what it acknowledged is
 * there, and at most what was sent last besides. `PROVISION_KILLS=200` kills that often for each kind of database.
 */
import { afterAll, describe, expect, inject, test } from "vitest";
import { sql } from "kysely";
import { openDatabase, type DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded, copyPostgres } from "../server/support/databases.ts";
import { type HttpClient, startServer, visit } from "../server/support/servers.ts";

const KILLS = Number(process.env["PROVISION_KILLS"] ?? 1);
/** Milliseconds for a start, its writes and its end on a busy machine. */
const MAX_ROUND = 60_000;
const PASSWORD = "a set password";
/** Acknowledged writes of all kinds before a kill. */
const MIN_WRITES = 3;
const MAX_WRITES = 22;

/** A chain of writes, each of which says its number. */
interface Kind {
  readonly call: string;
  readonly write: (base: string, n: number) => readonly [string, string, unknown];
  readonly read: (http: HttpClient, base: string) => Promise<number>;
}

const get = async (http: HttpClient, path: string): Promise<never> =>
  (await http.send("GET", path)).body as never;
const numberIn = (text: unknown): number => Number(/\d+$/.exec(String(text))?.[0] ?? 0);
const current = (
  http: HttpClient,
): Promise<{ jobTitle: string; client: { city: string; usernameFormatCustom: string } }> =>
  get(http, "/api/users/current");

const KINDS: readonly Kind[] = [
  {
    call: "users/updateProfile",
    write: (_base, n) => [
      "PATCH",
      "/api/users/current",
      [{ op: "add", path: "/jobTitle", value: `Title ${n}` }],
    ],
    read: async (http) => numberIn((await current(http)).jobTitle),
  },
  {
    call: "clients/patchClient",
    write: (base, n) => ["PATCH", base, [{ op: "add", path: "/city", value: `City ${n}` }]],
    read: async (http) => numberIn((await current(http)).client.city),
  },
  {
    call: "support/requestSupport",
    write: (base, n) => [
      "POST",
      `${base}/support-requests`,
      { topic: "question", subject: `Subject ${n}`, message: "What happened" },
    ],
    read: async (http, base) => {
      const list: { page: { totalElements: number } } = await get(
        http,
        `${base}/support-requests?size=1`,
      );
      return list.page.totalElements;
    },
  },
];

for (const database of ["embedded", "postgres"] as const) {
  const absent = database === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(absent)(`on the ${database} database`, () => {
    const removals: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const remove of removals) await remove();
    });

    test(
      `each kind of write is whole and audited, though the server is killed ${KILLS} times`,
      async () => {
        const source = await freshSource();
        await ageSupportRequests(source);
        const acknowledged = KINDS.map(() => 0);
        for (let kill = 0; kill <= KILLS; kill += 1) {
          const server = startServer(source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
          removals.unshift(async () => server.process.kill("SIGKILL"));
          const { http, base } = await signIn(await server.ready());
          for (const [at, kind] of KINDS.entries()) {
            const n = await kind.read(http, base);
            const known = acknowledged[at] ?? 0;
            expect([known, known + 1], kind.call).toContain(n);
            acknowledged[at] = n;
          }
          if (kill < KILLS) {
            let left = MIN_WRITES + ((kill * 7) % (MAX_WRITES - MIN_WRITES + 1));
            const writers = KINDS.map(async ({ write, call }, at) => {
              for (;;) {
                const n = (acknowledged[at] ?? 0) + 1;
                const { status, body } = await http.send(...write(base, n));
                expect([200, 201], `${call}: ${JSON.stringify(body)}`).toContain(status);
                acknowledged[at] = n;
                left -= 1;
                if (left === 0) server.process.kill("SIGKILL");
              }
            });
            for (const { reason } of (await Promise.allSettled(
              writers,
            )) as PromiseRejectedResult[]) {
              // The connection broke.
              if (!(reason instanceof TypeError || reason instanceof SyntaxError)) throw reason;
            }
          } else server.process.kill("SIGKILL");
          await server.ended();
        }
        const { db, close } = await openDatabase(source);
        for (const [at, { call }] of KINDS.entries()) {
          const audited = await db
            .selectFrom("audit")
            .select("id")
            .where("call", "=", call)
            .execute();
          expect(audited, call).toHaveLength(acknowledged[at] ?? 0);
        }
        await close();
      },
      (KILLS + 2) * MAX_ROUND,
    );

    async function freshSource(): Promise<DatabaseSource> {
      if (database === "embedded") {
        const { dataDir, remove } = copyEmbedded();
        removals.push(remove);
        return { dataDir };
      }
      const { url, remove } = await copyPostgres();
      removals.push(remove);
      return { url };
    }
  });
}

/**
 * Makes the database store each request as sent two hours earlier: a user may send only 20 per hour, and a kill follows
 * the other within seconds. The server's writes, and its starts after a kill, stay as they are.
 */
async function ageSupportRequests(source: DatabaseSource): Promise<void> {
  const { db, close } = await openDatabase(source);
  await sql`
    create function age_request() returns trigger language plpgsql as
    'begin new.created_at := new.created_at - interval ''2 hours''; return new; end'`.execute(db);
  await sql`
    create trigger age_request before insert on support_requests
    for each row execute function age_request()`.execute(db);
  await close();
}

async function signIn(address: string) {
  const http = await visit(address);
  const { status, body } = await http.send("POST", "/api/login", {
    username: "admin",
    password: PASSWORD,
  });
  expect(status).toBe(200);
  const { user } = body as { readonly user: { readonly client: { readonly id: string } } };
  return { http, base: `/api/clients/${user.client.id}` };
}

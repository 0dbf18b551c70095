/**
 * Kills a server while users are written: every acknowledged change survives, and every other one is complete or
 * absent. `PROVISION_KILLS=200` kills that often on each database.
 */
import { afterAll, describe, expect, inject, test } from "vitest";
import type { DatabaseSource } from "#server/db/open.ts";
import { copyEmbedded, copyPostgres } from "../server/support/databases.ts";
import { type HttpClient, startServer, visit } from "../server/support/servers.ts";

const KILLS = Number(process.env["PROVISION_KILLS"] ?? 2);
/** Milliseconds for a start, its writes and its shutdown on a busy machine. */
const MAX_ROUND = 60_000;
/** Number of users written concurrently. */
const WRITERS = 4;
const PASSWORD = "a set password";

interface Draft {
  readonly username: string;
  /** Number of acknowledged changes after the first; -1: not even the creation. */
  acknowledged: number;
  /** Number of sent changes. */
  sent: number;
}

interface Page {
  readonly _embedded: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
  readonly page: { readonly totalElements: number };
}

/** The state of a user after `n` changes: every field contains `n`. */
function stateOf(username: string, n: number, roleId: string) {
  const text = `v${n}`;
  const isEven = n % 2 === 0;
  return {
    username,
    familyName: text,
    givenName: text,
    jobTitle: text,
    email: `${username}-${n}@example.com`,
    phoneNumber: null,
    phoneExtension: null,
    isHr: isEven,
    isAd: !isEven,
    archived: false,
    resourceIds: [],
    roleIds: isEven ? [roleId] : [],
  };
}

class Administrator {
  readonly #http: HttpClient;
  readonly #users: string;
  readonly #roleId: string;

  private constructor(http: HttpClient, base: string, roleId: string) {
    this.#http = http;
    this.#users = `${base}/users`;
    this.#roleId = roleId;
  }

  static async at(address: string): Promise<Administrator> {
    const http = await visit(address);
    const signedIn = await http.send("POST", "/api/login", {
      username: "admin",
      password: PASSWORD,
    });
    expect(signedIn.status).toBe(200);
    const { user } = signedIn.body as {
      readonly user: { readonly client: { readonly id: string } };
    };
    const base = `/api/clients/${user.client.id}`;
    const roles = (await http.send("GET", `${base}/user-roles`)).body as Page;
    return new Administrator(http, base, String(roles._embedded["roles"]?.[0]?.["id"]));
  }

  /** Creates the user and changes it while the server answers; `onChange` is called for each answer. */
  async write(draft: Draft, onChange: () => void): Promise<void> {
    try {
      const created = await this.#send("POST", this.#users, draft, 0, {});
      draft.acknowledged = 0;
      let { version } = created;
      for (let n = 1; ; n += 1) {
        draft.sent = n;
        ({ version } = await this.#send("PUT", `${this.#users}/${created.id}`, draft, n, {
          version,
        }));
        draft.acknowledged = n;
        onChange();
      }
    } catch (error) {
      // The connection broke: the outcome of the last request is unknown.
      if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    }
  }

  async #send(method: string, path: string, { username }: Draft, n: number, more: object) {
    const { status, body } = await this.#http.send(method, path, {
      ...stateOf(username, n, this.#roleId),
      ...more,
    });
    expect(status, JSON.stringify(body)).toBe(method === "POST" ? 201 : 200);
    return body as { readonly id: string; readonly version: number };
  }

  /** Expects the user as last acknowledged or last sent, in every part, with an audit row for each change. */
  async check({ username, acknowledged, sent }: Draft): Promise<void> {
    const list = (await this.#http.send("GET", `${this.#users}?contains=${username}`)).body as Page;
    const listed = list._embedded["users"]?.find((user) => user["username"] === username);
    if (!listed) {
      expect(acknowledged, `${username} is lost`).toBe(-1);
      return;
    }
    const path = `${this.#users}/${String(listed["id"])}`;
    const user = (await this.#http.send("GET", path)).body as Readonly<Record<string, unknown>>;
    const n = Number(String(user["jobTitle"]).slice(1));
    expect([acknowledged, sent], username).toContain(n);
    const { roleIds, ...fields } = stateOf(username, n, this.#roleId);
    expect(user).toMatchObject(fields);
    expect((user["roles"] as { id: string }[]).map(({ id }) => id)).toEqual(roleIds);
    const changes = (await this.#http.send("GET", `${path}/changes?size=1`)).body as Page;
    expect(changes.page.totalElements).toBe(n + 1);
  }
}

/** Numbers from 0 below `end`, the same in every run. */
function createRandom(seed: number): (end: number) => number {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * end);
  };
}

for (const kind of ["embedded", "postgres"] as const) {
  const absent = kind === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(absent)(`on the ${kind} database`, () => {
    const removals: (() => Promise<unknown>)[] = [];
    afterAll(async () => {
      for (const remove of removals) await remove();
    });

    async function freshSource(): Promise<DatabaseSource> {
      if (kind === "embedded") {
        const { dataDir, remove } = copyEmbedded();
        removals.push(remove);
        return { dataDir };
      }
      const { url, remove } = await copyPostgres();
      removals.push(remove);
      return { url };
    }

    test(
      `${KILLS} kills of the server lose no acknowledged change of a user and leave none half done`,
      async () => {
        const source = await freshSource();
        const random = createRandom(17);
        let open: readonly Draft[] = [];
        let written = 0;
        for (let kill = 0; kill <= KILLS; kill += 1) {
          const server = startServer(source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
          removals.unshift(async () => server.process.kill("SIGKILL"));
          const administrator = await Administrator.at(await server.ready());
          for (const draft of open) await administrator.check(draft);
          if (kill === KILLS) {
            server.process.kill("SIGKILL");
            await server.ended();
            break;
          }
          open = Array.from({ length: WRITERS }, (_, at) => ({
            username: `writer-${kill}-${at}`,
            acknowledged: -1,
            sent: 0,
          }));
          let left = 1 + random(40);
          const onChange = () => {
            written += 1;
            left -= 1;
            if (left === 0) server.process.kill("SIGKILL");
          };
          await Promise.all(open.map((draft) => administrator.write(draft, onChange)));
          await server.ended();
        }
        expect(written).toBeGreaterThanOrEqual(KILLS);
      },
      (KILLS + 1) * MAX_ROUND,
    );
  });
}

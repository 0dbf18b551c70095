/** Kills a server while a bulk file is applied: acknowledged lines survive, and applying continues. */
import { afterAll, describe, expect, inject, test } from "vitest";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { copyEmbedded, copyPostgres } from "../server/support/databases.ts";
import { type HttpClient, startServer, visit } from "../server/support/servers.ts";

/** Milliseconds for two starts and all writes, on a busy machine. */
const TIMEOUT = 300_000;
const PASSWORD = "a set password";
/** Number of lines for five transactions. */
const NEW = 1000;
const CHANGED = 250;
const LINES = NEW + CHANGED;
const HEADER = "username,givenName,familyName,email,jobTitle";

function linesOf(kind: string, count: number, jobTitle: string): readonly string[] {
  return Array.from(
    { length: count },
    (_, at) => `${kind}${at},Ada,Lovelace,${kind}${at}@example.com,${jobTitle}`,
  );
}

interface Listed {
  readonly _embedded: { readonly users: readonly { readonly id: string }[] };
  readonly page: { readonly totalElements: number };
}

/** An administrator with bulk files. */
class Administrator {
  readonly #http: HttpClient;
  readonly #base: string;

  private constructor(http: HttpClient, base: string) {
    this.#http = http;
    this.#base = base;
  }

  static async at(address: string): Promise<Administrator> {
    const http = await visit(address);
    const credentials = { username: "admin", password: PASSWORD };
    const { body } = await http.send("POST", "/api/login", credentials);
    const { user } = body as { readonly user: { readonly client: { readonly id: string } } };
    return new Administrator(http, `/api/clients/${user.client.id}`);
  }

  async check(lines: readonly string[]): Promise<BulkChange> {
    const content = Buffer.from([HEADER, ...lines].join("\n")).toString("base64");
    return this.#send("POST", "/user-bulk-changes", { fileName: "users.csv", content });
  }

  apply(id: string): Promise<BulkChange> {
    return this.#send("POST", `/user-bulk-changes/${id}/apply`, { sendEmails: false });
  }

  async applyAll(id: string): Promise<BulkChange> {
    let bulk = await this.apply(id);
    while (bulk.left > 0) bulk = await this.apply(id);
    return bulk;
  }

  find(id: string): Promise<BulkChange> {
    return this.#send("GET", `/user-bulk-changes/${id}`);
  }

  /** How many users have the text in their names, and how often the first of them was changed. */
  async usersLike(text: string): Promise<{ users: number; changes: number }> {
    const list = await this.#send<Listed>("GET", `/users?contains=${text}&size=1`);
    const [first] = list._embedded.users;
    if (!first) return { users: 0, changes: 0 };
    const changes = await this.#send<Listed>("GET", `/users/${first.id}/changes?size=1`);
    return { users: list.page.totalElements, changes: changes.page.totalElements };
  }

  async #send<Answer>(method: string, path: string, sent?: object): Promise<Answer> {
    const { status, body } = await this.#http.send(method, this.#base + path, sent);
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body as Answer;
  }
}

for (const kind of ["embedded", "postgres"] as const) {
  const absent = kind === "postgres" && inject("postgresUrl") === null;
  describe.skipIf(absent)(`on the ${kind} database`, () => {
    const removals: (() => unknown)[] = [];
    afterAll(async () => {
      for (const remove of removals) await remove();
    });

    test(
      "a bulk file that was half applied when the server was killed consists of whole transactions and is completed",
      async () => {
        const place = kind === "embedded" ? copyEmbedded() : await copyPostgres();
        removals.push(place.remove);
        const source = "url" in place ? { url: place.url } : { dataDir: place.dataDir };
        const first = startServer(source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
        removals.unshift(() => first.process.kill("SIGKILL"));
        const before = await Administrator.at(await first.ready());
        await before.applyAll((await before.check(linesOf("known", CHANGED, "Clerk"))).id);
        const { id, left } = await before.check([
          ...linesOf("known", CHANGED, "Teller"),
          ...linesOf("new", NEW, "Teller"),
        ]);
        expect(left).toBe(LINES);
        // They alternate: while one is answered, the other is running and gets killed.
        const [acknowledged] = await Promise.all([
          before.apply(id).finally(() => first.process.kill("SIGKILL")),
          ...Array.from({ length: 3 }, () => before.apply(id).catch(() => null)),
        ]);
        await first.ended();

        const second = startServer(source, { PROVISION_ADMIN_PASSWORD: PASSWORD });
        removals.unshift(() => second.process.kill("SIGKILL"));
        const after = await Administrator.at(await second.ready());
        const found = await after.find(id);
        expect(found.done).toBeGreaterThanOrEqual(acknowledged.done);
        expect(found.left).toBeGreaterThan(0);
        expect(found.done + found.left).toBe(LINES);
        expect(await after.usersLike("new")).toMatchObject({ users: found.done - CHANGED });
        expect(await after.applyAll(id)).toMatchObject({ done: LINES, late: 0, left: 0 });
        expect(await after.usersLike("known")).toEqual({ users: CHANGED, changes: 2 });
        expect(await after.usersLike("new")).toEqual({ users: NEW, changes: 1 });
        second.process.kill("SIGKILL");
        await second.ended();
      },
      TIMEOUT,
    );
  });
}

/**
 * Administrators who concurrently change the same people in every way: each change is complete, serialized and
 * reported.
 */
import { isDeepStrictEqual } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { USER_FIELDS, type ManagedUser, type UserField } from "#events/entities/managedUser.ts";
import type { JsonValue } from "#server/db/columns.ts";
import type { Browser } from "../support/api.ts";
import { eachDatabase } from "../support/databases.ts";
import { BulkApi, openBulk, type BulkServer } from "./bulk/support.ts";
import { changesOf, createUser, fullUser } from "./support.ts";

const PEOPLE = 4;
const ROUNDS = 4;
const AT_ONCE = 14;

type Fields = Partial<Record<UserField, JsonValue>>;
type Change = { readonly before: JsonValue; readonly after: JsonValue };

/** Whether the changes of a field form a chain without a gap from one value to another. */
function leads(from: JsonValue, to: JsonValue, changes: readonly Change[]): boolean {
  const values = [from, to, ...changes.flatMap(({ before, after }) => [before, after])];
  const count = (list: readonly JsonValue[], value: JsonValue) =>
    list.filter((one) => isDeepStrictEqual(one, value)).length;
  const [left, reached] = [changes.map(({ before }) => before), changes.map(({ after }) => after)];
  return values.every((value) => count([from, ...reached], value) === count([to, ...left], value));
}

eachDatabase((database) => {
  let server: BulkServer;
  let browsers: readonly Browser[];
  beforeAll(async () => {
    server = await openBulk(database);
    browsers = [server.owner, await server.api.signIn("owner"), await server.api.signIn("owner")];
    return () => server.api.app.close();
  });

  const ways: readonly ((
    me: Browser,
    people: readonly ManagedUser[],
    at: number,
  ) => Promise<{
    statusCode: number;
    body: string;
  }>)[] = [
    async (me, people, at) => {
      const path = `${server.path}/${people[at % PEOPLE]?.id}`;
      const current: ManagedUser = (await me.get(path)).json();
      return me.send("PUT", path, { body: { ...fullUser(current), jobTitle: `Job ${at}` } });
    },
    async (me, people, at) =>
      me.send("PATCH", `${server.path}/${people[at % PEOPLE]?.id}`, {
        body: [
          { op: "replace", path: "/isHr", value: at % 3 === 0 },
          { op: "replace", path: "/jobTitle", value: `Post ${at % 2}` },
        ],
      }),
    async (me, people, at) =>
      me.send("PATCH", `${server.path}/${people[at % PEOPLE]?.id}`, {
        body: [{ op: "replace", path: "/archived", value: at % 2 === 0 }],
      }),
    async (me, people, at) => {
      const path = `${server.path}/${people[at % PEOPLE]?.id}`;
      const undoable = (await changesOf(me, path)).filter((change) => change.undoable);
      return me.post(`${path}/changes/${undoable[at % 2]?.id ?? people[0]?.id}/undo`);
    },
    async (me, people, at) => {
      const bulk = new BulkApi(me, server.clientPath);
      const lines = people.map(
        ({ username }, of) => `${username},Desk ${at},${of === at % 3 ? "yes" : ""}`,
      );
      const checked = await bulk.send(["username,jobTitle,adManager", ...lines].join("\n"));
      return checked.statusCode === 201 ? bulk.apply(checked.json().id) : checked;
    },
  ];

  test("[USER-1] the history of each user leads without a gap to their current state", async () => {
    const people: ManagedUser[] = [];
    for (let at = 0; at < PEOPLE; at += 1) people.push(await createUser(server.owner, server.path));
    const seen = new Set<number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, i) => {
          const at = round * AT_ONCE + i;
          const me = browsers[at % browsers.length] ?? server.owner;
          return ways[at % ways.length]?.(me, people, (at * 7) % 11);
        }),
      );
      for (const answer of answers) {
        expect([200, 404, 409], answer?.body).toContain(answer?.statusCode);
        seen.add(answer?.statusCode ?? 0);
      }
    }
    expect([...seen]).toContain(409);
    for (const created of people) {
      const rows = await database.current.db
        .selectFrom("audit")
        .select(["before", "after"])
        .where("target", "=", created.id)
        .where("before", "is not", null)
        .execute();
      const now: ManagedUser = (await server.owner.get(`${server.path}/${created.id}`)).json();
      expect(now.version).toBe(created.version + rows.length);
      for (const field of USER_FIELDS) {
        const changes = rows.flatMap(({ before, after }) => {
          const [was, is] = [before as Fields, after as Fields];
          return field in was ? [{ before: was[field] ?? null, after: is[field] ?? null }] : [];
        });
        const [from, to] = [fullUser(created)[field], fullUser(now)[field]];
        expect(
          leads(from as JsonValue, to as JsonValue, changes),
          `${field} of ${now.username}`,
        ).toBe(true);
      }
    }
  });
});

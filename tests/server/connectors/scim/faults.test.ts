import { describe, expect, onTestFinished, test } from "vitest";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type {
  Configuration,
  Connection,
  ConnectorEnvironment,
} from "#server/connectors/contract.ts";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { retryAfter } from "#server/connectors/scim/problems.ts";
import { problemOf, readAll, environment } from "../support/environment.ts";
import {
  startServer,
  user,
  withoutDiscovery,
  type Call,
  type Response,
  type WriteAnswer,
} from "./hostileServer.ts";

const USER: ObjectClass = {
  name: "User",
  role: "account",
  idAttribute: "id",
  nameAttribute: "userName",
  memberAttribute: null,
  attributes: [],
};
const GROUP: ObjectClass = {
  ...USER,
  name: "Group",
  role: "entitlement",
  memberAttribute: "members",
};

async function connect(
  answer: (call: Call) => Response,
  more: Configuration = {},
  around: ConnectorEnvironment = environment({ answerTime: 400 }),
): Promise<{ connection: Connection; calls: Call[]; url: string; port: number }> {
  const server = await startServer(withoutDiscovery(answer));
  const configuration = {
    url: server.url,
    authentication: "BEARER",
    token: "secret-token",
    ...more,
  };
  const connection = await scimConnector.open(configuration, around);
  onTestFinished(() => connection.close());
  return { ...server, connection };
}

async function search(answer: (call: Call) => Response, more: Configuration = {}, pageSize = 10) {
  const { connection, calls } = await connect(answer, more);
  const { all, pages, end } = await readAll(connection.search(USER, pageSize));
  return {
    ids: all.map(({ id }) => Number(id)),
    pages,
    end,
    lists: calls.filter(({ path }) => path === "Users"),
  };
}

const list = (Resources: unknown[], totalResults: number, more: object = {}) => ({
  body: { totalResults, Resources, ...more },
});
const users = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => user(from + at));
const start = ({ query }: Call) => Number(query.get("startIndex"));

describe("paging by index", () => {
  test("a service that caps pages, sends more than asked, or an empty list", async () => {
    const capped = await search(
      (call) => list(users(start(call), Math.min(start(call) + 2, 8)), 8),
      {},
      100,
    );
    expect([capped.ids, capped.end.complete, capped.lists.length]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      true,
      3,
    ]);
    const generous = await search((call) => list(users(start(call), 25), 25));
    expect(generous.pages.map((page) => page.length)).toEqual([10, 10, 5]);
    const empty = await search(() => ({ body: { totalResults: 0 } }));
    expect([empty.ids, empty.end.complete]).toEqual([[], true]);
  });

  test("a total that is wrong, a missing page and an ignored index are incomplete", async () => {
    for (const answer of [
      (call: Call) => list(users(start(call), 8), 12),
      () => list(users(1, 8), 12),
      (call: Call) => list(start(call) === 1 ? users(1, 4) : [], 8),
    ]) {
      const { end, ids } = await search(answer);
      expect(end).toMatchObject({
        complete: false,
        token: null,
        problem: { remedy: "contentDamaged" },
      });
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  test("a resource that is removed meanwhile is healed by a second pass", async () => {
    let isRemoved = false;
    const { ids, end } = await search(
      (call) => {
        const all = users(1, 9).filter(({ id }) => !isRemoved || id !== "1");
        isRemoved ||= start(call) === 1;
        return list(all.slice(start(call) - 1, start(call) + 2), all.length);
      },
      {},
      3,
    );
    expect(end.complete).toBe(true);
    expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("a total that keeps changing is incomplete", async () => {
    let total = 20;
    const { end } = await search((call) => list(users(start(call), start(call) + 1), total--));
    expect(end.complete).toBe(false);
  });
});

describe("paging by cursor", () => {
  const AWS = { profile: "AWS_IDENTITY_CENTER" };

  test("cursors are followed to the end", async () => {
    const { ids, end, lists } = await search(({ query }) => {
      const at = Number(query.get("cursor") || "1");
      return { body: { Resources: users(at, at + 1), ...(at < 5 && { nextCursor: `${at + 2}` }) } };
    }, AWS);
    expect([ids, end.complete]).toEqual([[1, 2, 3, 4, 5, 6], true]);
    expect(lists[0]?.query.get("cursor")).toBe("");
    expect(lists[0]?.query.has("startIndex")).toBe(false);
  });

  test("a cursor that repeats, expires or skips is incomplete", async () => {
    const repeated = await search(
      () => ({ body: { Resources: users(1, 2), nextCursor: "x" } }),
      AWS,
    );
    expect(repeated.end).toMatchObject({ complete: false, problem: { remedy: "contentDamaged" } });
    const expired = await search(
      ({ query }) =>
        query.get("cursor") === ""
          ? { body: { Resources: users(1, 2), nextCursor: "x" } }
          : { status: 400, body: { scimType: "expiredCursor", detail: "Too late" } },
      AWS,
    );
    expect(expired).toMatchObject({
      ids: [1, 2],
      end: { complete: false, problem: { remedy: "systemFailed" } },
    });
    const skipped = await search(
      () => ({ body: { Resources: users(1, 2), totalResults: 3 } }),
      AWS,
    );
    expect(skipped.end.complete).toBe(false);
  });

  test("members are searched among the users", async () => {
    const { connection, calls } = await connect(
      ({ path, query }) =>
        path === "Groups"
          ? { body: { Resources: [{ id: 'g"1', displayName: "g", members: [] }] } }
          : {
              body: {
                Resources: users(
                  Number(query.get("cursor") || 1),
                  Number(query.get("cursor") || 1),
                ),
                ...(query.get("cursor") === "" && { nextCursor: "2" }),
              },
            },
      AWS,
    );
    const { all } = await readAll(connection.search(GROUP, 10));
    expect(all[0]?.members).toEqual(["1", "2"]);
    expect(calls.find(({ path }) => path === "Users")?.query.get("filter")).toBe(
      'groups.value eq "g\\"1"',
    );
  });
});

describe("faults of the network and of answers", () => {
  const begin = (call: Call, fault: Response): Response =>
    start(call) === 1 ? list(users(1, 2), 4) : fault;

  test.each([
    ["hangs", () => {}, "timedOut"],
    ["hangs after the headers", (response) => void response.writeHead(200).write("{"), "timedOut"],
    [
      "ends in the middle",
      (response) =>
        response.writeHead(200, { "content-length": "1000" }).write("{", () => response.destroy()),
      "systemFailed",
    ],
    [
      "sends a web page",
      (response) => response.end("<!doctype html><title>Sign in</title>"),
      "unreadable",
    ],
    ["sends something else", (response) => response.end("[]"), "unreadable"],
    [
      "sends a prototype",
      (response) => response.end('{"totalResults":4,"__proto__":{"x":1}}'),
      "unreadable",
    ],
    [
      "sends bytes that are no text",
      (response) => response.end(Buffer.from([0x7b, 0xff, 0x7d])),
      "unreadable",
    ],
    [
      "sends arrays within arrays",
      (response) =>
        response.end(`{"totalResults":0,"Resources":[],"x":${"[".repeat(64)}${"]".repeat(64)}}`),
      "unreadable",
    ],
    ["sends no end of it", (response) => flood(response), "limitReached"],
    [
      "sends a compressed body",
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
      "unreadable",
    ],
    [
      "redirects to another host",
      (response) => response.writeHead(302, { location: "http://127.0.0.1:1/Users" }).end(),
      "redirected",
    ],
    [
      "redirects for ever",
      (response) => response.writeHead(302, { location: "/Users?startIndex=3" }).end(),
      "redirected",
    ],
    ["forgets the total", (response) => response.end('{"Resources":[]}'), "unreadable"],
    [
      "sends no ids",
      (response) => response.end('{"totalResults":4,"Resources":[{}]}'),
      "contentDamaged",
    ],
    ["fails", (response) => response.writeHead(500).end("secret-token"), "systemFailed"],
    ["forbids", (response) => response.writeHead(403).end(), "notAllowed"],
    [
      "refuses the token",
      (response) => response.writeHead(401).end('{"detail":"secret-token is bad"}'),
      "credentialsRefused",
    ],
    [
      "limits for an hour",
      (response) => response.writeHead(429, { "retry-after": "3600" }).end(),
      "rateLimited",
    ],
  ] as [string, WriteAnswer, string][])(
    "a service that %s ends the read as incomplete",
    async (_name, fault, remedy) => {
      const { connection } = await connect(
        (call) => begin(call, fault),
        {},
        environment({ answerTime: remedy === "limitReached" ? 5_000 : 400 }),
      );
      const { all, end } = await readAll(connection.search(USER, 2));
      expect(all).toHaveLength(2);
      expect(end).toMatchObject({ complete: false, token: null, problem: { remedy } });
      expect(end.problem?.message).not.toContain("secret-token");
      if (remedy === "rateLimited") expect(end.problem?.retryAfter).toBe(3_600_000);
    },
  );

  test("brackets in texts and next to each other are not deep", async () => {
    const more = { x: '[{"\\'.repeat(100), y: Array.from({ length: 100 }, () => [{}]) };
    const { ids, end } = await search(() => ({
      body: { totalResults: 1, Resources: users(1, 1), ...more },
    }));
    expect([ids, end.complete]).toEqual([[1], true]);
  });

  test("the environment allows less than the connector", async () => {
    const around = environment({ maxAnswer: 1_000 });
    const padding = "x".repeat(1_000);
    const { connection } = await connect(
      () => ({ body: { totalResults: 0, Resources: [], padding } }),
      {},
      around,
    );
    expect(await problemOf(connection.test())).toMatchObject({ remedy: "limitReached" });
  });

  function flood(response: Parameters<WriteAnswer>[0]): void {
    const chunk = Buffer.alloc(1 << 20, 0x20);
    const write = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once("drain", write);
    };
    write();
  }

  test("an abort ends a request and a wait", async () => {
    for (const fault of [() => {}, { status: 429, headers: { "retry-after": "4" } }]) {
      const controller = new AbortController();
      const around = environment({ signal: controller.signal });
      const { connection } = await connect((call) => begin(call, fault), {}, around);
      const read = readAll(connection.search(USER, 2));
      setTimeout(() => controller.abort(), 100);
      expect((await read).end).toMatchObject({ complete: false, problem: { remedy: "timedOut" } });
    }
  });

  test("a request that is limited for a moment is repeated, but not for ever", async () => {
    let left = 2;
    const limited = { status: 429, headers: { "retry-after": "0" } };
    const { ids, end } = await search((call) =>
      left-- > 0 ? limited : list(users(start(call), 2), 2),
    );
    expect([ids, end.complete]).toEqual([[1, 2], true]);
    const never = await search(() => limited);
    expect([never.lists.length, never.end.problem?.remedy]).toEqual([4, "rateLimited"]);
    expect(retryAfter("Wed, 25 Nov 2026 12:00:10 GMT", Date.UTC(2026, 10, 25, 12))).toBe(10_000);
    expect(retryAfter("soon")).toBeNull();
  });

  test("a name and password that the service repeats in other forms are removed", async () => {
    const password = 'pa"ss/wörd?';
    const repeats: readonly ((header: string) => string)[] = [
      (header) => encodeURIComponent(header),
      (header) => JSON.stringify({ header }),
      () => JSON.stringify({ password }),
      () => new URLSearchParams({ password }).toString(),
    ];
    const pair = Buffer.from(`ann:${password}`).toString("base64");
    for (const repeat of repeats) {
      const { end } = await search(
        ({ headers }) => ({ status: 400, body: { detail: repeat(headers.authorization ?? "") } }),
        { authentication: "BASIC", user: "ann", password },
      );
      const { message = "" } = end.problem ?? {};
      expect(message).toContain("…");
      for (const form of [pair, encodeURIComponent(pair), "pa%22ss", 'pa\\"ss']) {
        expect(message).not.toContain(form);
      }
    }
  });

  test("unknown hosts, closed ports and addresses without encryption are told apart", async () => {
    const attempt = async (url: string) =>
      problemOf(
        scimConnector
          .open({ url, authentication: "BEARER", token: "t" }, environment())
          .then((connection) => connection.test()),
      );
    expect(await attempt("https://nowhere.example/scim")).toMatchObject({
      remedy: "hostUnknown",
      step: "resolve",
    });
    expect(await attempt("http://127.0.0.1:1/scim")).toMatchObject({
      remedy: "connectionRefused",
      step: "connect",
    });
    expect(await attempt("http://service.example/scim")).toMatchObject({
      remedy: "addressForbidden",
    });
    const { port } = await startServer(() => ({}));
    expect(await attempt(`https://127.0.0.1:${port}/scim`)).toMatchObject({
      remedy: "certificateRefused",
      step: "secure",
    });
  });

  test("a name is looked up only through the environment", async () => {
    const asked: string[] = [];
    const { resolveHost } = environment();
    const { connection } = await connect(
      () => list([], 0),
      {},
      environment({ resolveHost: (host, port) => (asked.push(host), resolveHost(host, port)) }),
    );
    await connection.test();
    expect(new Set(asked)).toEqual(new Set(["127.0.0.1"]));
  });
});

describe("writing", () => {
  test("a version is sent as If-Match, follows each request, and a change by others is reported", async () => {
    let version = 1;
    let members: string[] = [];
    const { connection, calls } = await connect(({ method, headers, body }) => {
      const etag = `W/"${version}"`;
      if (method === "PATCH") {
        if (headers["if-match"] !== undefined && headers["if-match"] !== etag)
          return { status: 412 };
        const { Operations } = JSON.parse(body) as { Operations: { value: { value: string }[] }[] };
        members = [...members, ...Operations.flatMap(({ value }) => value.map((one) => one.value))];
        version++;
        return { status: 204, headers: { etag: `W/"${version}"` } };
      }
      return {
        body: { id: "g", displayName: "g", members: members.map((value) => ({ value })) },
        headers: { etag },
      };
    });
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const group = {
      id: "g",
      name: "g",
      objectClass: "Group",
      attributes: {},
      active: null,
      entitlements: null,
      members: [],
      version: 'W/"1"',
    };
    const add = Array.from({ length: 150 }, (_, at) => `${at}`);
    const stored = await writer.update(group, [{ attribute: "members", add, remove: [] }], {
      version: group.version,
    });
    expect([stored.version, stored.members?.length]).toEqual(['W/"3"', 150]);
    expect(
      calls.filter(({ method }) => method === "PATCH").map(({ headers }) => headers["if-match"]),
    ).toEqual(['W/"1"', 'W/"2"']);
    const late = writer.update(group, [{ attribute: "members", add: ["x"], remove: [] }], {
      version: group.version,
    });
    expect(await problemOf(late)).toMatchObject({ remedy: "changedMeanwhile" });
  });

  test("a service that accepts changes and ignores them is found out", async () => {
    const { connection } = await connect(({ method, path }) => ({
      status: method === "POST" ? 201 : method === "DELETE" ? 204 : 200,
      body: path.startsWith("Groups")
        ? { id: "g", displayName: "g", members: [{ value: "1" }] }
        : { id: "1", userName: "old", active: true },
    }));
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const account = {
      id: "1",
      name: "old",
      objectClass: "User",
      attributes: {},
      active: true,
      entitlements: null,
      members: null,
      version: null,
    };
    const group = { ...account, id: "g", objectClass: "Group", members: ["1"] };
    const any = { version: null };
    const change = (attribute: string, add: string[], remove: string[] = []) => [
      { attribute, add, remove },
    ];
    const problems = await Promise.all(
      [
        writer.update(account, change("userName", ["new"]), any),
        writer.update(group, change("members", ["2"]), any),
        writer.update(group, change("members", [], ["1"]), any),
        writer.setActive(account, false, any),
        writer.remove(account, any),
        writer.create("User", { userName: ["new"] }),
      ].map(problemOf),
    );
    expect(problems.map(({ remedy }) => remedy)).toEqual(problems.map(() => "ignored"));
    expect((await writer.update(account, change("password", ["p"]), any)).id).toBe("1");
  });

  test("the style of Entra removes members by their values and writes booleans as text", async () => {
    const { connection, calls } = await connect(
      ({ path }) => ({
        body: path.startsWith("Groups")
          ? { id: "g", displayName: "g" }
          : { id: "1", userName: "u", active: "False" },
      }),
      { profile: "ENTRA_STYLE" },
    );
    const { writer } = connection;
    if (writer === null) throw new Error("No writer");
    const account = {
      id: "1",
      name: "u",
      objectClass: "User",
      attributes: {},
      active: true,
      entitlements: null,
      members: null,
      version: null,
    };
    expect((await writer.setActive(account, false, { version: null })).active).toBe(false);
    await writer.update(
      { ...account, id: "g", objectClass: "Group" },
      [{ attribute: "members", add: [], remove: ["1"] }],
      { version: null },
    );
    const bodies = calls
      .filter(({ method }) => method === "PATCH")
      .map(({ body }): unknown => JSON.parse(body));
    expect(bodies).toMatchObject([
      { Operations: [{ op: "Replace", path: "active", value: "False" }] },
      { Operations: [{ op: "Remove", path: "members", value: [{ value: "1" }] }] },
    ]);
  });
});

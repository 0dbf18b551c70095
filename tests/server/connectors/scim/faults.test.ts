/** Faults of the network and of the answers of a service. */
import { describe, expect, test } from "vitest";
import { scimConnector } from "#server/connectors/scim/index.ts";
import { retryAfter } from "#server/connectors/scim/problems.ts";
import { problemOf, readAll, environment } from "../support/environment.ts";
import { startServer, type Call, type Response, type WriteAnswer } from "./hostileServer.ts";
import { connect, list, search, start, USER, users } from "./hostileService.ts";

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

/** The network port over a fake fetch: sent requests, and the result of each kind of answer. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Type } from "typebox";
import { afterEach, describe, expect, it, vi } from "vitest";
import { defineCall, METHODS } from "#events/kernel/call.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import { HalList } from "#events/entities/common.ts";
import type { KeepBytes } from "#src/kernel/network.ts";
import { PreparedList } from "#src/kernel/serializedBody.ts";
import { call, json, keepAll, networkOf, params, TIMEOUT } from "../support/fakeServer.ts";
import { said } from "../../support/english.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a request", () => {
  it.each(METHODS)("[CALL-7] is sent as %s", async (method) => {
    const { sent, run } = networkOf([() => new Response(null)]);
    await run(call(method), { params });
    expect(sent[0]).toMatchObject({ method, url: "/api/clients/c%201/things" });
  });

  it.each([
    ["an object", { a: [1, null], b: "ü" }],
    ["a list", ["a", "b"]],
    ["an empty list", []],
    ["false", false],
    ["0", 0],
    ["an empty string", ""],
    ["null", null],
  ])("[CALL-4] has a JSON body: %s", async (_what, body) => {
    const { sent, run } = networkOf([json({})]);
    await run(call("POST"), { params, body });
    expect(sent[0]?.body).toBe(JSON.stringify(body));
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  });

  it("[CALL-5] sends a serialized body verbatim as JSON", async () => {
    const list = new Blob(['["a"]'], { type: "application/json" });
    const { run, sent } = networkOf([json({})]);
    await run(call("POST"), { params, body: new PreparedList(list, 1) });
    expect(sent[0]?.body).toBe(list);
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
  });

  it("[CALL-5] is a JSON Patch if its method is PATCH", async () => {
    const { sent, run } = networkOf([json({})]);
    const patch = [{ op: "replace", path: "/name", value: "b" }];
    await run(call("PATCH"), { params, body: patch });
    expect(sent[0]?.headers.get("content-type")).toBe("application/json-patch+json");
    expect(sent[0]?.body).toBe(JSON.stringify(patch));
  });

  it("names the language of the app, which mails use", async () => {
    const { sent, run } = networkOf([json({})]);
    await run(call("POST"), { params });
    expect(sent[0]?.headers.get("accept-language")).toBe("de");
  });

  it("has neither body nor content type without data", async () => {
    const { sent, run } = networkOf([json({})]);
    await run(call("DELETE"), { params });
    expect(sent[0]?.body).toBeUndefined();
    expect(sent[0]?.headers.has("content-type")).toBe(false);
  });

  it.each(METHODS)("[CALL-6] accepts application/json: %s", async (method) => {
    const { sent, run } = networkOf([() => new Response(null)]);
    await run(call(method), { params });
    expect(sent[0]?.headers.get("accept")).toBe("application/json");
  });

  it("names its query without empty parameters", async () => {
    const { sent, run } = networkOf([json({})]);
    const query = { contains: "a & b", page: 0, sort: "", size: undefined };
    await run(call("GET"), { params, query });
    expect(sent[0]?.url).toBe("/api/clients/c%201/things?contains=a+%26+b&page=0");
  });
});

describe("the CSRF token", () => {
  it("[SESS-18] [SESS-19] is sent in the header of each request, as the server last returned it", async () => {
    const { sent, run, failureOf } = networkOf([
      json({}, 200, { "x-csrf-token": "one" }),
      json({}),
      json({ code: "EBADCSRFTOKEN", message: "Wrong" }, 403, { "x-csrf-token": "two" }),
      json({}),
    ]);
    await run(call("GET"), { params });
    await run(call("POST"), { params, body: {} });
    await failureOf(call("POST"), { params, body: {} });
    await run(call("DELETE"), { params });
    expect(sent.map(({ headers }) => headers.get("x-csrf-token"))).toEqual([
      null,
      "one",
      "one",
      "two",
    ]);
  });

  it("[SESS-19] is not taken from a late answer to a request older than the newest token", async () => {
    let answerLate: (response: Response) => void = () => {};
    const { sent, run } = networkOf([
      json({}, 200, { "x-csrf-token": "one" }),
      () =>
        new Promise<Response>((resolve) => {
          answerLate = resolve;
        }),
      json({}, 200, { "x-csrf-token": "two" }),
      json({}),
    ]);
    await run(call("GET"), { params });
    const late = run(call("GET"), { params });
    await run(call("POST"), { params, body: {} });
    answerLate(new Response("{}", { headers: { "x-csrf-token": "one" } }));
    await late;
    await run(call("POST"), { params, body: {} });
    expect(sent.at(-1)?.headers.get("x-csrf-token")).toBe("two");
  });
});

describe("an answer", () => {
  it("[CALL-8] [CALL-9] that is a HAL list reaches the app with _embedded and page", async () => {
    const list = {
      _embedded: { things: [{ n: 1 }] },
      page: { size: 20, totalElements: 1, totalPages: 1, number: 0 },
    };
    const things = defineCall({
      name: "test/things",
      method: "GET",
      endpoint: "/api/things",
      permission: "public",
      schema: { responses: { 200: HalList("things", Type.Object({ n: Type.Integer() })) } },
    });
    const { run } = networkOf([json(list)]);
    expect(await run(things)).toEqual({ status: 200, body: list });
  });

  it("keeps its status if the call declares it", async () => {
    const { run } = networkOf([json({ state: "pending" }, 202)]);
    expect(await run(call("POST"), { params })).toEqual({
      status: 202,
      body: { state: "pending" },
    });
  });

  it("[CALL-13] with status 204 to the request for the current user fails like the end of the session", async () => {
    const none = () => new Response(null, { status: 204 });
    const { failureOf } = networkOf([none]);
    expect(await failureOf(getCurrentUser)).toMatchObject({ status: 204, code: "EBADSESSION" });
    expect(await networkOf([none]).failureOf(call("GET"), { params })).toMatchObject({
      code: "EBADREPLY",
    });
  });

  it("without a body is null", async () => {
    const { run } = networkOf([() => new Response(null, { status: 200 })]);
    expect(await run(call("HEAD"), { params })).toEqual({ status: 200, body: null });
  });

  it("that is not JSON fails", async () => {
    const { failureOf } = networkOf([() => new Response("<html>")]);
    expect(await failureOf(call("GET"), { params })).toMatchObject({
      status: 200,
      code: "EBADREPLY",
    });
  });

  it.each(
    [201, 202, 203, 204, 205, 206, 207, 226, 299]
      .flatMap((status) =>
        [null, "", "{}", '{"state":"ready"}', "<html>"].map((body) => [status, body] as const),
      )
      .filter(([status, body]) => body === null || (status !== 204 && status !== 205)),
  )(
    "[RPT-11] to the request for a report is in progress: %i with the body %j",
    async (status, body) => {
      const keepBytes = vi.fn<KeepBytes>(keepAll);
      const { run } = networkOf([() => new Response(body, { status })], keepBytes);
      const input = { params: { clientId: "c1", oid: "o1" }, body: { resourceId: null } };
      expect(await run(requestMiningReport, input)).toEqual({
        status: 202,
        body: { state: "pending" },
      });
      expect(keepBytes).not.toHaveBeenCalled();
    },
  );

  it.each([
    [301, "EUNKNOWN"],
    [404, "EUNKNOWN"],
    [500, "EUNKNOWN"],
  ])("to the request for a report fails without success: %i", async (status, code) => {
    const { failureOf } = networkOf([() => new Response("{}", { status })]);
    expect(
      await failureOf(requestMiningReport, { params: { clientId: "c1", oid: "o1" } }),
    ).toMatchObject({ status, code });
  });

  it.each([201, 204, 206])(
    "fails if the call does not declare the success status: %i",
    async (status) => {
      const body = status === 204 ? null : "{}";
      const { failureOf } = networkOf([() => new Response(body, { status })]);
      expect(await failureOf(call("GET"), { params })).toMatchObject({ status, code: "EBADREPLY" });
    },
  );

  it("of bytes is passed on undecoded by chunk, and identified by its digest", async () => {
    const chunks: string[] = [];
    const { run } = networkOf([json([1, "ü"])], async ({ read }) => {
      for (let chunk = await read(); chunk; chunk = await read()) {
        chunks.push(new TextDecoder().decode(chunk));
      }
      return { ok: true, digest: "d1", size: 2 };
    });
    expect(await run(call("POST", "bytes"), { params })).toEqual({
      status: 200,
      body: { digest: "d1", size: 2 },
    });
    expect(chunks.join("")).toBe('[1,"ü"]');
  });

  it.each([
    ["lacks a field", {}, false],
    ["has a field of another kind", { name: 7 }, false],
    ["is nothing", null, false],
    ["has a field that is not known", { name: "a", further: 1 }, true],
  ])("that %s is read only if the log can store it", async (_what, body, isRead) => {
    const responses = { 200: Type.Object({ name: Type.String() }) };
    const declared = defineCall({ ...call("GET"), name: "test/named", schema: { responses } });
    const { run, failureOf } = networkOf([json(body)]);
    if (isRead) expect(await run(declared, { params })).toEqual({ status: 200, body });
    else {
      expect(await failureOf(declared, { params })).toMatchObject({
        status: 200,
        code: "EBADREPLY",
      });
    }
  });

  it("of bytes is decoded if its status is not 200", async () => {
    const keepBytes = vi.fn<KeepBytes>(keepAll);
    const { run } = networkOf([json({ state: "pending" }, 202)], keepBytes);
    const reply = await run(call("POST", "bytes"), { params });
    expect(reply.body).toEqual({ state: "pending" });
    expect(keepBytes).not.toHaveBeenCalled();
  });

  it("of unreadable bytes fails with the reason", async () => {
    const { failureOf } = networkOf([json([1])], async () => ({
      ok: false,
      code: "EBADREPORT",
      reason: said("It ends too early"),
    }));
    expect(await failureOf(call("POST", "bytes"), { params })).toEqual({
      status: 200,
      code: "EBADREPORT",
      reason: said("It ends too early"),
    });
  });

  it("of bytes fails if the worker fails", async () => {
    const { failureOf } = networkOf([json([1])], () => Promise.reject(new Error("no worker")));
    expect(await failureOf(call("POST", "bytes"), { params })).toMatchObject({
      status: 200,
      code: "EBADREPLY",
      reason: { code: "network.unprocessed", english: "no worker" },
    });
  });
});

describe("a failure", () => {
  it("[CALL-10] has the server's status, code, message and fields", async () => {
    const detail = { code: "requests.invalid" };
    const long = { code: "fields.tooLong", params: { max: 5 } };
    const fields = [{ path: "/body/name", message: "At most 5", detail: long, more: 1 }];
    const body = { code: "EINVALID", message: "The body is wrong", detail, fields };
    const { failureOf } = networkOf([json(body, 400)]);
    expect(await failureOf(call("POST"), { params, body: {} })).toEqual({
      status: 400,
      code: "EINVALID",
      reason: { ...detail, english: "The body is wrong" },
      fields: [{ path: "/body/name", reason: { ...long, english: "At most 5" } }],
    });
  });

  it.each([
    ["is not there", undefined],
    ["is a text", "requests.invalid"],
    ["has no code", { params: {} }],
    ["has other params", { code: "fields.tooLong", params: { max: [5] } }],
  ])("[CALL-10] has the server's English message if its detail %s", async (_what, detail) => {
    const body = { code: "EINVALID", message: "No", detail, fields: [{ path: 7 }] };
    const { failureOf } = networkOf([json(body, 400)]);
    expect(await failureOf(call("POST"), { params, body: {} })).toEqual({
      status: 400,
      code: "EINVALID",
      reason: said("No"),
    });
  });

  it.each([
    ["no body", undefined],
    ["an empty message", { code: "EUNKNOWN", message: "" }],
    ["an object without a message", {}],
    ["null", null],
  ])("[CALL-16] without data says 'Something bad happened': %s", async (_what, body) => {
    const { failureOf } = networkOf([json(body, 500)]);
    expect(await failureOf(call("GET"), { params })).toEqual({
      status: 500,
      code: "EUNKNOWN",
      reason: { code: "network.noReason" },
    });
  });

  it("[CALL-16] with an HTML page as data says 'Something bad happened'", async () => {
    const { failureOf } = networkOf([() => new Response("<h1>502</h1>", { status: 502 })]);
    expect(await failureOf(call("GET"), { params })).toMatchObject({
      status: 502,
      reason: { code: "network.noReason" },
    });
  });

  it("[CALL-15] of the network fails with the message text", async () => {
    const { failureOf } = networkOf([() => Promise.reject(new TypeError("Failed to fetch"))]);
    expect(await failureOf(call("GET"), { params })).toEqual({
      status: null,
      code: "ENETWORK",
      reason: { code: "network.unreachable", english: "Failed to fetch" },
    });
  });

  it("[CALL-15] of the network while the body arrives fails with the message text", async () => {
    const broken = () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new TypeError("cut off")) }),
      );
    const { failureOf } = networkOf([broken]);
    expect(await failureOf(call("GET"), { params })).toMatchObject({
      status: null,
      reason: { code: "network.brokenOff", english: "cut off" },
    });
  });

  it("by timeout says that the server did not answer in time", async () => {
    vi.useFakeTimers();
    const { sent, failureOf } = networkOf([() => new Promise<Response>(() => {})]);
    const failed = failureOf(call("GET"), { params });
    await vi.advanceTimersByTimeAsync(TIMEOUT - 1);
    expect(sent[0]?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failed).toMatchObject({ status: null, code: "ETIMEOUT" });
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

describe("the layer", () => {
  it("[CALL-3] is the app's only access to the network", () => {
    const root = join(import.meta.dirname, "../../../src");
    const reaching = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.tsx?$/.test(path))
      .filter((path) =>
        /\bfetch\(|redaxios|XMLHttpRequest|sendBeacon|EventSource|WebSocket/.test(
          readFileSync(join(root, path), "utf8"),
        ),
      );
    expect(reaching.toSorted()).toEqual(["app/browserPorts.ts", "kernel/network.ts"]);
  });
});

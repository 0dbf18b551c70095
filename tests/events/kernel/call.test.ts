import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import { ALL_CALLS } from "#events/catalogue.ts";
import {
  checkCall,
  defineCall,
  fillEndpoint,
  METHODS,
  REQUEST_STATUSES,
} from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";

const schema = { responses: { 200: Type.Object({}) } };
const sound = {
  name: "test/call",
  method: "GET",
  endpoint: "/api/test",
  permission: "public",
  schema,
} as const;

describe("a call definition", () => {
  it("[CALL-1] a request group has one of four states", () => {
    expect(REQUEST_STATUSES).toEqual(["NotStarted", "InProgress", "Success", "Fail"]);
  });

  it.each([undefined, null, 12, ["/api/test"], () => "/api/test"])(
    "[CALL-17] whose endpoint is %o raises an error",
    (endpoint) => {
      expect(() => checkCall({ ...sound, endpoint })).toThrow(
        "Call test/call: endpoint must be a string",
      );
    },
  );

  it("[CALL-7] may have each of the six methods", () => {
    expect(METHODS).toEqual(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH"]);
    for (const method of METHODS) expect(defineCall({ ...sound, method }).method).toBe(method);
  });

  it.each(["TRACE", "OPTIONS", "get", "", undefined, null])(
    "[CALL-18] [CALL-7] whose method is %o raises an error",
    (method) => {
      expect(() => checkCall({ ...sound, method })).toThrow(
        `Call test/call: method ${String(method)} is not supported`,
      );
    },
  );

  it.each([undefined, null, "schema"])("[CALL-19] whose schema is %o raises an error", (none) => {
    expect(() => checkCall({ ...sound, schema: none })).toThrow(
      "Call test/call: a schema is required",
    );
  });

  it.each([
    ["bytes", undefined],
    ["json", "report"],
    [undefined, "policy"],
  ])("whose reply is %s and holds %s raises an error", (reply, holds) => {
    expect(() => checkCall({ ...sound, reply, holds })).toThrow(
      "Call test/call: a reply of bytes, and no other, holds something for the worker",
    );
  });

  const event = defineEvent("test/callRequested", 2, Type.Object({}));
  it.each([
    ["none", []],
    ["two", [event, event]],
    ["four", [event, event, event, event]],
    ["a string among them", [event, event, "test/callFailed"]],
    ["no list", event],
    ["null", null],
  ])("[CALL-20] whose action functions are %s raises an error", (_what, actions) => {
    expect(() => checkCall({ ...sound, actions })).toThrow(
      "Call test/call: exactly three action functions are required",
    );
  });

  it.each([null, "text", 1, true, () => ({})])(
    "[CALL-21] whose data is %o raises an error",
    (data) => {
      expect(() => checkCall({ ...sound, data })).toThrow("Call test/call: data must be an object");
    },
  );

  it.each([undefined, {}, { a: 1 }, [], [1]])("[CALL-21] accepts the data %o", (data) => {
    expect(() => checkCall({ ...sound, data })).not.toThrow();
  });

  it("[CALL-17] [CALL-18] [CALL-19] is checked when it is declared", () => {
    const untyped: unknown[] = [
      { ...sound, endpoint: 1 },
      { ...sound, method: "TRACE" },
      { ...sound, schema: null },
    ];
    for (const spec of untyped) expect(() => defineCall(spec as typeof sound)).toThrow(/^Call /);
  });

  it("creates its events, named after it", () => {
    const call = defineCall(sound);
    expect(
      [call.requested, call.succeeded, call.failed, call.reset].map(({ type }) => type),
    ).toEqual(["test/callRequested", "test/callSucceeded", "test/callFailed", "test/callReset"]);
  });

  it("[CALL-20] uses the given actions as its three events", () => {
    const actions = [
      defineEvent("test/callRequested", 2, Type.Object({})),
      defineEvent("test/callSucceeded", 3, Type.Object({ status: Type.Literal(200) })),
      defineEvent("test/callFailed", 4, Type.Object({})),
    ] as const;
    const untyped: unknown = { ...sound, actions };
    const call = defineCall(untyped as typeof sound);
    expect([call.requested, call.succeeded, call.failed]).toEqual(actions);
  });
});

describe("the path of a call", () => {
  it("is its endpoint with the parameters filled in", () => {
    expect(fillEndpoint("/api/clients/:clientId/mp-orgs/:oid", { clientId: "c", oid: "o" })).toBe(
      "/api/clients/c/mp-orgs/o",
    );
  });

  it("encodes each parameter as one segment", () => {
    expect(fillEndpoint("/api/:a/x", { a: "../b?c=d#e/f %" })).toBe(
      "/api/..%2Fb%3Fc%3Dd%23e%2Ff%20%25/x",
    );
  });

  it.each<Record<string, string>>([{}, { oid: "" }])(
    "is refused when a parameter is missing: %o",
    (params) => {
      expect(() => fillEndpoint("/api/:oid", params)).toThrow("/api/:oid needs the parameter oid");
    },
  );
});

describe("the calls of the product", () => {
  it("are called and addressed once each", () => {
    const names = ALL_CALLS.map(({ name }) => name);
    const addresses = ALL_CALLS.map(({ method, endpoint }) => `${method} ${endpoint}`);
    expect(new Set(names).size).toBe(ALL_CALLS.length);
    expect(new Set(addresses).size).toBe(ALL_CALLS.length);
  });

  it.each(ALL_CALLS.map((call) => [call.name, call] as const))(
    "%s takes the parameters that its endpoint names",
    (_name, { endpoint, schema: { params } }) => {
      const named = [...endpoint.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? "");
      const declared = Object.keys(
        params && "properties" in params ? (params.properties ?? {}) : {},
      );
      expect(new Set(declared)).toEqual(new Set(named));
      expect(declared).toHaveLength(named.length);
    },
  );
});

/** The network port with a server that limits requests. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call, json, networkOf, params } from "../support/fakeServer.ts";
import { said } from "../../support/english.ts";

const REFUSAL = {
  code: "ETOOMANYREQUESTS",
  message: "Too many requests at once; try again in 7 s",
};
const refused = (headers: Record<string, string> = { "retry-after": "7" }) =>
  json(REFUSAL, 429, headers);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a request is sent again after the time that the server names", async () => {
  const { sent, run } = networkOf([refused(), json({ a: 1 })]);
  const reply = run(call("GET"), { params });
  await vi.advanceTimersByTimeAsync(6999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reply).toEqual({ status: 200, body: { a: 1 } });
  expect(sent).toHaveLength(2);
});

it("a second refusal is reported", async () => {
  const { sent, failureOf } = networkOf([refused()]);
  const failure = failureOf(call("GET"), { params });
  await vi.advanceTimersByTimeAsync(7000);
  expect(await failure).toEqual({
    status: 429,
    code: REFUSAL.code,
    reason: said(REFUSAL.message),
  });
  expect(sent).toHaveLength(2);
});

it.each([
  ["without a time", {}],
  ["with a date", { "retry-after": "Sun, 22 Nov 2026 02:00:00 GMT" }],
  ["with too long a time", { "retry-after": "300" }],
])("a refusal %s is reported immediately", async (_what, headers) => {
  const { sent, failureOf } = networkOf([refused(headers)]);
  expect(await failureOf(call("GET"), { params })).toMatchObject({ status: 429 });
  expect(sent).toHaveLength(1);
});

it.each(["POST", "PUT", "PATCH", "DELETE"] as const)(
  "a change by %s is not sent again",
  async (method) => {
    const { sent, failureOf } = networkOf([refused()]);
    expect(await failureOf(call(method), { params })).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(1);
  },
);

it("a request that was cancelled meanwhile is not sent again", async () => {
  const { sent, failureOf, network } = networkOf([refused(), json({})]);
  const failure = failureOf(call("GET"), { params });
  await vi.advanceTimersByTimeAsync(1000);
  network.abort({ requestId: "r1" });
  expect(await failure).toMatchObject({ code: "ECANCELLED" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toHaveLength(1);
});

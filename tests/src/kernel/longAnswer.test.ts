/** Answers of many bytes: how long they may take, how they end, and their progress. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { call, json, networkOf, params, STALL, writtenAnswer } from "../support/fakeServer.ts";
import { said } from "../../support/english.ts";

afterEach(() => {
  vi.useRealTimers();
});

describe("a long answer", () => {
  const bytesCall = call("POST", "bytes");

  it("is requested in the formats of its call, or as JSON", async () => {
    const { sent, run } = networkOf([json([])]);
    await run({ ...bytesCall, formats: ["a/one"] }, { params });
    expect(sent[0]?.headers.get("accept")).toBe("a/one, application/json;q=0.9");
  });

  it("may exceed any timeout while its bytes keep arriving", async () => {
    vi.useFakeTimers();
    const body = writtenAnswer();
    const { run } = networkOf([body.answer]);
    const reply = run(bytesCall, { params });
    for (let second = 0; second < 20; second++) {
      await vi.advanceTimersByTimeAsync(STALL - 1);
      body.chunk("x");
    }
    body.end();
    expect(await reply).toMatchObject({ body: { size: 20 } });
  });

  it("fails when its bytes stop arriving", async () => {
    vi.useFakeTimers();
    const body = writtenAnswer();
    const { sent, failureOf } = networkOf([body.answer]);
    const failed = failureOf(bytesCall, { params });
    body.chunk("x");
    await vi.advanceTimersByTimeAsync(STALL);
    expect(await failed).toMatchObject({ status: null, code: "ETIMEOUT" });
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it("fails when it breaks off, and reports that", async () => {
    const body = writtenAnswer();
    const { failureOf } = networkOf([body.answer]);
    const failed = failureOf(bytesCall, { params });
    body.chunk("x");
    body.breakOff("network error");
    expect(await failed).toEqual({
      status: null,
      code: "ENETWORK",
      reason: { code: "network.brokenOff", english: "network error" },
    });
  });

  it("is not read further once it is useless", async () => {
    const body = writtenAnswer();
    const { failureOf } = networkOf([body.answer], async ({ read }) => {
      await read();
      return { ok: false, code: "EBADREPORT", reason: said("Not a report") };
    });
    const failed = failureOf(bytesCall, { params });
    body.chunk("x");
    expect(await failed).toMatchObject({ code: "EBADREPORT" });
    expect(body.isCancelled()).toBe(true);
  });

  it("is aborted immediately by cancelling, before its headers or during its body", async () => {
    const early = networkOf([() => new Promise<Response>(() => {})]);
    const unanswered = early.failureOf(bytesCall, { params });
    early.network.abort({ requestId: "r1" });
    expect(await unanswered).toMatchObject({ status: null, code: "ECANCELLED" });
    expect(early.sent[0]?.signal?.aborted).toBe(true);

    const body = writtenAnswer();
    const late = networkOf([body.answer]);
    const halfway = late.failureOf(bytesCall, { params });
    body.chunk("x");
    await late.network.transfer({ requestId: "r1", seen: null });
    late.network.abort({ requestId: "another" });
    late.network.abort({ requestId: "r1" });
    expect(await halfway).toMatchObject({ status: null, code: "ECANCELLED" });
  });

  it("succeeds if it was stored before the cancelling", async () => {
    const { run, network } = networkOf([json([])], async () => {
      network.abort({ requestId: "r1" });
      return { ok: true, digest: "d1", size: 2 };
    });
    expect(await run(bytesCall, { params })).toMatchObject({ body: { digest: "d1" } });
  });

  it("reports its progress on each change", async () => {
    const body = writtenAnswer({ "content-length": "3" });
    let take = () => {};
    const { run, network } = networkOf([body.answer], async (_body, _signal, progressed) => {
      await new Promise<void>((resolve) => (take = resolve));
      progressed({ bytes: 2, rows: 1, arrived: false });
      await new Promise<void>((resolve) => (take = resolve));
      return { ok: true, digest: "d1", size: 3 };
    });
    const reply = run(bytesCall, { params });
    const begun = await network.transfer({ requestId: "r1", seen: null });
    expect(begun).toEqual({ bytes: 0, rows: 0, size: 3, arrived: false });
    const next = network.transfer({ requestId: "r1", seen: begun });
    take();
    const seen = await next;
    expect(seen).toEqual({ bytes: 2, rows: 1, size: 3, arrived: false });
    const last = network.transfer({ requestId: "r1", seen });
    take();
    await reply;
    expect(await last).toBeNull();
    expect(await network.transfer({ requestId: "r1", seen })).toBeNull();
  });

  it("has no known size if the server omits it or compresses the body", async () => {
    const compressed = { "content-length": "3", "content-encoding": "gzip" };
    for (const body of [writtenAnswer(), writtenAnswer(compressed)]) {
      const { run, network } = networkOf([body.answer]);
      const reply = run(bytesCall, { params });
      expect(await network.transfer({ requestId: "r1", seen: null })).toMatchObject({ size: null });
      body.end();
      await reply;
    }
  });
});

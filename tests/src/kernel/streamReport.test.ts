/** Bytes in transfer to the analytics core: order, limits, and failures. */
import { describe, expect, it, vi } from "vitest";
import { typedAsk } from "#src/kernel/analytics.ts";
import { createAsk, createLocalAsk, type StartCore } from "#src/kernel/analyticsWorker.ts";
import { createStreamReport } from "#src/kernel/streamReport.ts";
import type { ReplyBody } from "#src/kernel/responseBody.ts";
import type { LoadProgress } from "#workers/analytics/contract.ts";
import { createAnalyticsCore } from "#workers/analytics/core.ts";
import { REPORT } from "../features/policy-builder/support.ts";
import { loadReport } from "../../workers/support/loadReport.ts";

const MIB = 1 << 20;

/** A body of these chunks; `reads` counts the requested ones. */
function bodyOf(chunks: readonly Uint8Array<ArrayBuffer>[]) {
  let reads = 0;
  const body: ReplyBody = {
    size: null,
    read: async () => chunks[reads++] ?? null,
    cancel: () => {},
  };
  return { body, reads: () => reads };
}

/** A core that answers each message when the test says so. */
function slowCore() {
  const messages: { readonly method: string; readonly bytes: number }[] = [];
  const replies: ((progress: LoadProgress | Promise<never>) => void)[] = [];
  let given = 0;
  const ask = typedAsk(async (question) => {
    const [method, , chunks] = question;
    const bytes =
      method === "loadChunks" && chunks ? chunks.reduce((sum, { length }) => sum + length, 0) : 0;
    messages.push({ method, bytes });
    if (method === "beginLoad") return 7;
    if (method === "endLoad") return { ok: true, digest: "d1", size: given };
    if (method !== "loadChunks") return undefined;
    given += bytes;
    return new Promise((resolve) => {
      replies.push(resolve);
    });
  });
  return {
    ask,
    messages,
    answer: async (reply?: LoadProgress | Promise<never>) => {
      replies.shift()?.(reply ?? { ok: true, bytes: given, rows: 1 });
      await settle();
    },
  };
}

async function settle() {
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
}

const never = new AbortController().signal;
const mebibytes = (count: number) => Array.from({ length: count }, () => new Uint8Array(MIB));
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

/** The same bytes in small chunks, each in its own buffer. */
function cut(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer>[] {
  const chunks = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.slice(at, at + size));
  return chunks;
}

describe("a report being sent to the core", () => {
  it("becomes the current report, however it is chunked, with the digest of its bytes", async () => {
    const core = createAnalyticsCore();
    const keep = createStreamReport(createLocalAsk(core));
    const bytes = encode(REPORT);
    const progress: unknown[] = [];
    const kept = await keep(bodyOf(cut(bytes, 100)).body, never, (soFar) => progress.push(soFar));
    const whole = await loadReport(createAnalyticsCore(), encode(REPORT));
    if (!whole.ok) throw new Error(whole.reason.code);
    expect(kept).toMatchObject({ ok: true, digest: whole.digest, size: bytes.length });
    expect(core.summary()).toMatchObject({ entitlements: 5 });
    expect(progress.at(-1)).toEqual({ bytes: bytes.length, rows: 5, arrived: true });
  });

  it("is sent one message at a time, and bytes that arrive meanwhile go with the next", async () => {
    const core = slowCore();
    const kept = createStreamReport(core.ask)(bodyOf(mebibytes(4)).body, never, () => {});
    await settle();
    expect(core.messages.slice(1)).toEqual([{ method: "loadChunks", bytes: MIB }]);
    await core.answer();
    expect(core.messages.slice(2)).toEqual([{ method: "loadChunks", bytes: 3 * MIB }]);
    await core.answer();
    expect(core.messages.at(-1)?.method).toBe("endLoad");
    expect(await kept).toMatchObject({ ok: true, size: 4 * MIB });
  });

  it("buffers at most 4 MiB on the main thread, and reading waits for room", async () => {
    const core = slowCore();
    const { body, reads } = bodyOf(mebibytes(10));
    const kept = createStreamReport(core.ask)(body, never, () => {});
    await settle();
    expect(reads()).toBe(5);
    await core.answer();
    expect(reads()).toBe(9);
    expect(core.messages.at(-1)?.bytes).toBe(4 * MIB);
    await core.answer();
    await core.answer();
    await core.answer();
    expect(await kept).toMatchObject({ ok: true, size: 10 * MIB });
  });

  it("keeps the previous report if its bytes are invalid, and reads no further", async () => {
    const core = createAnalyticsCore();
    await loadReport(core, encode(REPORT));
    const keep = createStreamReport(createLocalAsk(core));
    const { body, reads } = bodyOf([encode([1]), ...mebibytes(30)]);
    expect(await keep(body, never, () => {})).toMatchObject({ ok: false, code: "EBADREPORT" });
    expect(reads()).toBeLessThan(10);
    expect(core.summary()).toMatchObject({ entitlements: 5 });
  });

  it("keeps the previous report if it breaks off, and ends the core's load", async () => {
    const core = createAnalyticsCore();
    await loadReport(core, encode(REPORT));
    const cancelLoad = vi.spyOn(core, "cancelLoad");
    const keep = createStreamReport(createLocalAsk(core));
    const [first] = cut(encode(REPORT), 100);
    let reads = 0;
    const body: ReplyBody = {
      size: null,
      read: async () => {
        reads += 1;
        if (reads === 1 && first) return first;
        throw new Error("cut off");
      },
      cancel: () => {},
    };
    await expect(keep(body, never, () => {})).rejects.toThrow("cut off");
    expect(cancelLoad).toHaveBeenCalled();
    expect(core.summary()).toMatchObject({ entitlements: 5 });
  });

  it("ends the core's load when it is cancelled while the last message is being read", async () => {
    const core = slowCore();
    const cancelled = new AbortController();
    const body: ReplyBody = {
      size: null,
      read: vi
        .fn<ReplyBody["read"]>()
        .mockResolvedValueOnce(new Uint8Array(1))
        .mockImplementation(
          () =>
            new Promise((_resolve, reject) => {
              cancelled.signal.addEventListener("abort", () => reject(new Error("aborted")));
            }),
        ),
      cancel: () => {},
    };
    const kept = createStreamReport(core.ask)(body, cancelled.signal, () => {});
    await settle();
    cancelled.abort();
    await expect(kept).rejects.toThrow("aborted");
    expect(core.messages.map(({ method }) => method).slice(0, 3)).toEqual([
      "beginLoad",
      "loadChunks",
      "cancelLoad",
    ]);
  });

  it("leaves nothing in the core after cancelling, and the next report loads", async () => {
    const core = createAnalyticsCore();
    await loadReport(core, encode(REPORT));
    const beginLoad = vi.spyOn(core, "beginLoad");
    const keep = createStreamReport(createLocalAsk(core));
    const cancelled = new AbortController();
    const bytes = encode({ ...REPORT, totalUsers: 7 });
    const { body } = bodyOf(cut(bytes, 100));
    const halfway: ReplyBody = {
      ...body,
      read: async () => {
        cancelled.signal.throwIfAborted();
        return body.read();
      },
    };
    const kept = keep(halfway, cancelled.signal, () => cancelled.abort());
    await expect(kept).rejects.toThrow();
    const load = beginLoad.mock.results[0]?.value as number;
    expect(await core.endLoad(load)).toMatchObject({ ok: false, code: "ELOADOVER" });
    expect(core.summary()).toMatchObject({ totalUsers: REPORT.totalUsers });
    await keep(bodyOf(cut(bytes, 100)).body, never, () => {});
    expect(core.summary()).toMatchObject({ totalUsers: 7 });
  });

  it("fails if the core fails", async () => {
    const core = slowCore();
    const kept = createStreamReport(core.ask)(bodyOf(mebibytes(3)).body, never, () => {});
    const failed = expect(kept).rejects.toThrow("The worker broke");
    await settle();
    await core.answer(Promise.reject(new Error("The worker broke")));
    await failed;
  });
});

describe("a core that does not start", () => {
  /** Cores in the order of their starts: the first fails to load and never answers. */
  function failingOnce() {
    const fails: (() => void)[] = [];
    const silent = { beginLoad: () => new Promise(() => {}) } as unknown as ReturnType<StartCore>;
    const ask = createAsk((fail) => {
      fails.push(fail);
      return fails.length === 1 ? silent : createAnalyticsCore();
    });
    return { ask, fails };
  }
  const report = () => new TextEncoder().encode(JSON.stringify(REPORT));

  it("[RPT-2] is reported, and the next report starts another", async () => {
    const { ask, fails } = failingOnce();
    const keep = createStreamReport(ask);
    const first = keep(bodyOf([report()]).body, never, () => {});
    await settle();
    fails[0]?.();
    expect(await first).toEqual({
      ok: false,
      code: "ENOWORKER",
      reason: { code: "reports.coreUnreachable" },
    });
    expect(await keep(bodyOf([report()]).body, never, () => {})).toMatchObject({ ok: true });
    expect(fails).toHaveLength(2);
  });

  it("[RPT-2] differs from one that breaks after an answer, which stays", async () => {
    const { ask, fails } = failingOnce();
    const keep = createStreamReport(ask);
    const first = keep(bodyOf([report()]).body, never, () => {});
    await settle();
    fails[0]?.();
    await first;
    expect(await keep(bodyOf([report()]).body, never, () => {})).toMatchObject({ ok: true });
    fails[1]?.();
    await settle();
    expect(await ask("summary")).toMatchObject({ orgOid: REPORT.orgOid });
    expect(fails).toHaveLength(2);
  });
});

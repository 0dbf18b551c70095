import { expect, it, vi } from "vitest";
import { createBlobs } from "#src/kernel/log/blobs.ts";
import type { LogStore } from "#src/kernel/log/logStore.ts";

it("keeps all blobs while their limit is unknown", async () => {
  const trim = vi.fn(async () => undefined);
  const put = vi.fn(async () => undefined);
  let mayTrim = false;
  const bodies = createBlobs({
    store: async () => ({ bodies: { put, trim } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => mayTrim,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await vi.waitFor(() => expect(put).toHaveBeenCalledTimes(1));
  expect(trim).not.toHaveBeenCalled();
  mayTrim = true;
  bodies.keep("cd", new Blob(["two"]));
  await vi.waitFor(() => expect(trim).toHaveBeenCalledWith(100));
});

it("keeps the newest blob on a full disk, and drops the least recently seen", async () => {
  const trim = vi.fn(async () => undefined);
  const faults: unknown[] = [new DOMException("No room", "QuotaExceededError")];
  const kept: string[] = [];
  const put = async (digest: string) => {
    const fault = faults.shift();
    if (fault) throw fault;
    kept.push(digest);
  };
  const bodies = createBlobs({
    store: async () => ({ bodies: { put, trim } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => false,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await vi.waitFor(() => expect(kept).toEqual(["ab"]));
  expect(trim.mock.calls).toEqual([[50]]);
});

import { expect, it, vi } from "vitest";
import { createKeptBodies } from "#src/kernel/log/blobs.ts";
import type { LogStore } from "#src/kernel/log/logStore.ts";

it("drops none of the kept bodies while it is not known how many may be kept", async () => {
  const trim = vi.fn(async () => undefined);
  const put = vi.fn(async () => undefined);
  let mayTrim = false;
  const bodies = createKeptBodies({
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

it("keeps the newest body where the disk is full, and drops those that were seen longest ago", async () => {
  const trim = vi.fn(async () => undefined);
  const faults: unknown[] = [new DOMException("No room", "QuotaExceededError")];
  const kept: string[] = [];
  const put = async (digest: string) => {
    const fault = faults.shift();
    if (fault) throw fault;
    kept.push(digest);
  };
  const bodies = createKeptBodies({
    store: async () => ({ bodies: { put, trim } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => false,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await vi.waitFor(() => expect(kept).toEqual(["ab"]));
  expect(trim.mock.calls).toEqual([[50]]);
});

import { expect, it, vi } from "vitest";
import { createBlobs } from "#src/kernel/log/blobs.ts";
import type { BlobKey } from "#src/kernel/log/logDatabase.ts";
import type { LogStore } from "#src/kernel/log/logStore.ts";
import { ANN, KEY } from "../../support/storedEvents.ts";
import { eventually } from "../../../support/eventually.ts";

const touch = async () => false;

it("keeps all blobs while their limit is unknown", async () => {
  const trim = vi.fn(async () => undefined);
  const put = vi.fn(async () => undefined);
  let mayTrim = false;
  const bodies = createBlobs({
    owner: () => ({ user: ANN, key: KEY }),
    store: async () => ({ bodies: { touch, put, trim } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => mayTrim,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await eventually(() => expect(put).toHaveBeenCalledTimes(1));
  expect(trim).not.toHaveBeenCalled();
  mayTrim = true;
  bodies.keep("cd", new Blob(["two"]));
  await eventually(() => expect(trim).toHaveBeenCalledWith(100));
});

it("keeps the newest blob on a full disk, and drops the least recently seen", async () => {
  const trim = vi.fn(async () => undefined);
  const faults: unknown[] = [new DOMException("No room", "QuotaExceededError")];
  const kept: string[] = [];
  const put = async ({ digest }: BlobKey) => {
    const fault = faults.shift();
    if (fault) throw fault;
    kept.push(digest);
  };
  const bodies = createBlobs({
    owner: () => ({ user: ANN, key: KEY }),
    store: async () => ({ bodies: { touch, put, trim } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => false,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await eventually(() => expect(kept).toEqual(["ab"]));
  expect(trim.mock.calls).toEqual([[50]]);
});

it("stays in memory where the browser offers no WebCrypto, and is never stored in clear text", async () => {
  vi.stubGlobal("crypto", {});
  const put = vi.fn();
  const bodies = createBlobs({
    owner: () => ({ user: ANN, key: KEY }),
    store: async () => ({ bodies: { touch, put } }) as unknown as LogStore,
    most: () => 100,
    mayTrim: () => true,
    now: () => 0,
  });
  bodies.keep("ab", new Blob(["one"]));
  await new Promise((resolve) => setImmediate(resolve));
  expect(await (await bodies.get("ab"))?.text()).toBe("one");
  expect(put).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

/** Encrypted reports: only the user's key opens them, whole and in order. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { expect, it } from "vitest";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { sealBlob, unsealBlob } from "#src/kernel/log/sealedBlobs.ts";
import { SealBroken } from "#src/kernel/log/sealing.ts";
import { keptRecords } from "../../support/keptRecords.ts";
import { ANN, KEY } from "../../support/storedEvents.ts";

const OTHER = new Uint8Array(32).fill(2);
/** What one piece may hold. */
const PIECE = 4 * 1024 * 1024;
/** A nonce of 12 bytes and a tag of 16. */
const SEAL = 28;

function blobOf(size: number): Blob {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 997) bytes[at] = at % 251;
  return new Blob([bytes]);
}

it.each([0, 1, PIECE, PIECE + 1, 2 * PIECE + 5])(
  "a blob of %d bytes comes back, and is another text each time",
  async (size) => {
    const plain = blobOf(size);
    const sealed = await sealBlob(KEY, "d1", plain);
    expect(sealed.size).toBe(size + SEAL * Math.max(1, Math.ceil(size / PIECE)));
    const opened = await unsealBlob(KEY, "d1", sealed);
    expect(Buffer.from(await opened.arrayBuffer()).equals(await bytesOf(plain))).toBe(true);
    const again = await sealBlob(KEY, "d1", plain);
    expect(Buffer.from(await again.arrayBuffer()).equals(await bytesOf(sealed))).toBe(false);
  },
);

it("shows nothing of the text", async () => {
  const sealed = await sealBlob(KEY, "d1", new Blob(["Vault door, night shift"]));
  expect(await sealed.text()).not.toContain("Vault");
});

it("another key, another place, and changed, cut, doubled or reordered bytes do not open", async () => {
  const sealed = await sealBlob(KEY, "d1", blobOf(2 * PIECE + 5));
  const whole = PIECE + SEAL;
  const [first, second, rest] = [
    sealed.slice(0, whole),
    sealed.slice(whole, 2 * whole),
    sealed.slice(2 * whole),
  ];
  const changed = Buffer.from(await sealed.arrayBuffer());
  changed[100] = (changed[100] ?? 0) ^ 1;
  const broken: readonly [string, Uint8Array, string, Blob][] = [
    ["another key", OTHER, "d1", sealed],
    ["another place", KEY, "d2", sealed],
    ["changed", KEY, "d1", new Blob([changed])],
    ["without its end", KEY, "d1", new Blob([first, second])],
    ["cut within a piece", KEY, "d1", sealed.slice(0, -1)],
    ["reordered", KEY, "d1", new Blob([second, first, rest])],
    ["doubled", KEY, "d1", new Blob([first, first, second, rest])],
    ["empty", KEY, "d1", new Blob([])],
  ];
  for (const [name, key, context, blob] of broken) {
    await expect(unsealBlob(key, context, blob), name).rejects.toBeInstanceOf(SealBroken);
  }
});

it("reports that an earlier version stored in clear text are deleted", async () => {
  globalThis.indexedDB = new IDBFactory();
  const old = await openDB("provision-log", 4, {
    upgrade(db) {
      db.createObjectStore("sessions", { keyPath: "id" });
      db.createObjectStore("segments", { keyPath: ["session", "first"] });
      db.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
      db.createObjectStore("outcomes", { keyPath: ["session", "first"] });
      db.createObjectStore("payloads", { keyPath: ["session", "digest"] });
      db.createObjectStore("bodies", { keyPath: "digest" });
    },
  });
  await old.put("sessions", {
    id: "a",
    build: "0.1.0",
    user: ANN,
    from: 1,
    to: 2,
    events: 1,
    bytes: 9,
  });
  await old.put("bodies", { digest: "d1", at: 1, bytes: new Blob(["Vault door"]) });
  old.close();
  const store = await openLogStore();
  expect((await keptRecords())["bodies"]).toEqual([]);
  expect(await store.sessions(ANN)).toHaveLength(1);
  store.close();
});

const bytesOf = async (blob: Blob) => Buffer.from(await blob.arrayBuffer());

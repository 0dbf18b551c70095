/** Encryption of the stored log. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { exportFailed } from "#events/actions/log.ts";
import { bytesOfBase64, toBase64 } from "#src/kernel/log/base64.ts";
import { openLogStore } from "#src/kernel/log/logStore.ts";
import { readLogKey, seal, SealBroken, unseal } from "#src/kernel/log/sealing.ts";
import { said } from "../../../support/english.ts";
import { keptRecords, plainTextOf } from "../../support/keptRecords.ts";
import { ANN, eventsOf, HOUR, KEY, own, START } from "../../support/storedEvents.ts";

const OTHER = new Uint8Array(32).fill(2);
const EMAIL = "ann.lee@bank.example";

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  vi.restoreAllMocks();
});

describe("sealed text", () => {
  it("is read with its key in its place only, and differs each time", () => {
    const text = `Zoë wrote ${EMAIL} 👋`;
    const sealed = seal(KEY, "segments a 1", text);
    expect(unseal(KEY, "segments a 1", sealed)).toBe(text);
    expect(plainTextOf(sealed)).not.toContain("ann.lee");
    expect(seal(KEY, "segments a 1", text)).not.toEqual(sealed);
    expect(() => unseal(KEY, "segments a 2", sealed)).toThrow(SealBroken);
    expect(() => unseal(OTHER, "segments a 1", sealed)).toThrow(SealBroken);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = sealed.slice();
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal(KEY, "segments a 1", changed), String(at)).toThrow(SealBroken);
    }
    for (const cut of [0, 1, 24, 40, sealed.length - 1]) {
      expect(() => unseal(KEY, "segments a 1", sealed.subarray(0, cut))).toThrow(SealBroken);
    }
  });

  it("may be empty or large", () => {
    for (const text of ["", "x".repeat(1_000_000)]) {
      expect(unseal(KEY, "a", seal(KEY, "a", text))).toBe(text);
    }
  });
});

it("a key is 32 bytes in base64", () => {
  expect(readLogKey(toBase64(KEY))).toEqual(KEY);
  for (const text of [null, "", "no base64!", toBase64(KEY.subarray(1))]) {
    expect(readLogKey(text)).toBeNull();
  }
});

it("base64 of more bytes than a call takes arguments is read again", () => {
  const bytes = Uint8Array.from({ length: 200_001 }, (_, at) => at % 251);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  expect(bytesOfBase64(toBase64(bytes))).toEqual(bytes);
});

const LARGE = exportFailed({ reason: said(`${EMAIL} ${"x".repeat(100_000)}`) });
const SMALL = exportFailed({ reason: said(`Told ${EMAIL}`) });
const OUTCOMES = {
  first: 1,
  digests: ["00000a", "00000b"],
  checks: [{ seq: 2, states: { session: "00000c" }, values: { session: { email: EMAIL } } }],
  visible: [],
};
const STATE = { seq: 2, time: START, states: { session: { email: EMAIL } } };

function eventsWithNames(session: string) {
  const [first, second, third] = eventsOf(session, 1, 3);
  if (!first || !second || !third) throw new Error("There are three events");
  return [first, { ...second, ...LARGE }, { ...third, ...SMALL }];
}

it("nothing that the store keeps is legible, and everything is read with the key", async () => {
  const store = await openLogStore();
  await store.append(own("a"), eventsWithNames("a"), [OUTCOMES]);
  await store.addCheckpoint(own("a"), STATE, [EMAIL]);
  await store.addOutcomes(own("a"), { ...OUTCOMES, first: 3, digests: ["00000d"] });
  const text = plainTextOf(await keptRecords());
  expect(text).not.toContain("ann.lee");
  expect(text).not.toContain("app/minutePassed");

  const read = await store.read("a", KEY);
  expect(read.events).toEqual(eventsWithNames("a"));
  expect([...read.outcomes.digests]).toEqual([
    [1, "00000a"],
    [2, "00000b"],
    [3, "00000d"],
  ]);
  expect(read.outcomes.checks[0]?.values).toEqual({ session: { email: EMAIL } });

  await store.trim({ age: 1e12, bytes: 1, bodies: 1e9 }, START, "a");
  await store.append(own("b"), eventsOf("b", 3, 1));
  await store.addCheckpoint(own("b"), STATE, [EMAIL]);
  expect(await store.read("b", KEY)).toMatchObject({ checkpoint: STATE, personal: [EMAIL] });
  store.close();
});

it("with another key all events of a session are unreadable, and none is shown", async () => {
  const store = await openLogStore();
  await store.addCheckpoint(own("a"), { ...STATE, seq: 0 }, [EMAIL]);
  await store.append(own("a"), eventsWithNames("a"), [OUTCOMES]);
  expect(await store.read("a", OTHER)).toMatchObject({
    checkpoint: null,
    personal: [],
    events: [],
    unreadable: 3,
  });
  expect((await store.read("a", OTHER)).outcomes.digests.size).toBe(0);
  store.close();
});

/** Sessions as database version 3 kept them, in clear text. */
async function leaveClearText(): Promise<void> {
  const db = await openDB("provision-log", 3, {
    upgrade(fresh) {
      fresh.createObjectStore("sessions", { keyPath: "id" });
      fresh.createObjectStore("segments", { keyPath: ["session", "first"] });
      fresh.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
      fresh.createObjectStore("outcomes", { keyPath: ["session", "first"] });
      fresh.createObjectStore("payloads", { keyPath: ["session", "digest"] });
      fresh.createObjectStore("bodies", { keyPath: "digest" });
    },
  });
  for (const [id, user] of [
    ["anns", ANN],
    ["bobs", "b0"],
    ["a visitor's", null],
  ] as const) {
    const [first, second, third] = eventsWithNames(id);
    const large = { ...second, payload: null, cites: "d1" };
    const [from, to] = [START, START + 2];
    await db.put("sessions", {
      id,
      build: "0.0.9",
      user,
      from,
      to,
      events: 3,
      bytes: 999,
      last: 3,
    });
    await db.put("payloads", { session: id, digest: "d1", text: JSON.stringify(LARGE.payload) });
    await db.put("segments", { session: id, first: 1, last: 2, bytes: 9, events: [first, large] });
    await db.put("segments", { session: id, first: 3, last: 3, bytes: 9, events: [third] });
    const { digests, checks, visible } = OUTCOMES;
    const batch = { first: 1, last: 2, digests: digests.join(""), checks, visible };
    await db.put("outcomes", { session: id, ...batch, bytes: 9 });
    await db.put("checkpoints", { session: id, ...STATE, seq: 0, personal: [EMAIL] });
  }
  db.close();
}

it("sessions that an earlier version left in clear text stay readable, and are encrypted at the next sign-in", async () => {
  await leaveClearText();
  const store = await openLogStore();
  const before = await store.read("anns", KEY);
  expect(before.events).toEqual(eventsWithNames("anns"));
  expect(before.checkpoint?.states).toEqual(STATE.states);

  for (let turn = 0; turn < 2; turn += 1) {
    await store.sealEarlier(ANN, KEY);
    expect(await store.read("anns", KEY)).toEqual(before);
    expect((await store.read("anns", OTHER)).events).toEqual([]);
    expect((await store.read("bobs", OTHER)).events).toHaveLength(3);
    expect((await store.read("a visitor's", KEY)).events).toEqual([]);
  }
  await store.sealEarlier("b0", OTHER);
  expect(plainTextOf(await keptRecords())).not.toContain("ann.lee");
  expect((await store.read("bobs", OTHER)).events).toEqual(eventsWithNames("bobs"));
  expect(await store.sessions(ANN)).toMatchObject([{ id: "anns", events: 3, bytes: 999 }]);

  // They are dropped like all others.
  await store.trim({ age: HOUR, bytes: 1e9, bodies: 1e9 }, START + 10 * HOUR, "mine");
  expect(Object.values(await keptRecords()).flat()).toEqual([]);
  store.close();
});

it("a session that cannot be encrypted now does not keep others in clear text, and is tried again", async () => {
  await leaveClearText();
  const db = await openDB("provision-log");
  await db.put("sessions", { ...(await db.get("sessions", "bobs")), user: ANN });
  db.close();
  const store = await openLogStore();
  const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementationOnce(() => {
    throw new DOMException("No room", "QuotaExceededError");
  });
  await store.sealEarlier(ANN, KEY);
  expect((await store.sessions(ANN)).filter(({ isSealed }) => isSealed)).toHaveLength(1);
  // Its page continues: what it adds does not hide what is still legible.
  const [open] = (await store.sessions(ANN)).filter(({ isSealed }) => !isSealed);
  await store.append(own(open?.id ?? ""), eventsOf(open?.id ?? "", 4, 1));
  put.mockRestore();
  await store.sealEarlier(ANN, KEY);
  expect(plainTextOf(await keptRecords())).not.toContain("ann.lee");
  expect((await store.read(open?.id ?? "", KEY)).events).toHaveLength(4);
  store.close();
});

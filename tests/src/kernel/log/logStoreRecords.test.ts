import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Envelope } from "#events/kernel/event.ts";
import type { KeptSession } from "#src/kernel/log/logDatabase.ts";
import { openLogStore, type LogStore } from "#src/kernel/log/logStore.ts";
import { keptRecords } from "../../support/keptRecords.ts";
import {
  appendTo,
  failToOpenOnce,
  failToRead,
  sessionsIn,
  type Appended,
} from "../../support/keptStore.ts";
import { ANN, BODIES, eventsOf, HOUR, KEY, own, START } from "../../support/storedEvents.ts";

const LATER = START + 10 * HOUR;

let store: LogStore;
beforeEach(async () => {
  await deleteDB("provision-log");
  store = await openLogStore();
  return () => {
    vi.restoreAllMocks();
    store.close();
  };
});

const append = (...given: Appended) => appendTo(store, ...given);
const ids = () => sessionsIn(store);

describe("the records of the log store", () => {
  it("count everything stored of a session, not only events, until it is dropped", async () => {
    const sizeOf = async () => (await store.sessions(ANN))[0]?.bytes ?? 0;
    await append("mine", 1, 100);
    const events = await sizeOf();
    await store.addCheckpoint(own("mine"), { seq: 100, time: START, states: {} }, [
      "A".repeat(50_000),
    ]);
    const withCheckpoint = await sizeOf();
    expect(withCheckpoint).toBeGreaterThan(events + 50_000);
    const check = { seq: 1, states: {}, values: { note: "B".repeat(30_000) } };
    await store.addOutcomes(own("mine"), { first: 1, digests: [], checks: [check], visible: [] });
    expect(await sizeOf()).toBeGreaterThan(withCheckpoint + 30_000);
    await append("mine", 101, 100);
    await store.addCheckpoint(own("mine"), { seq: 200, time: START, states: {} }, []);
    await append("mine", 201, 100);
    await store.trim({ age: 1e12, bytes: 2.5 * events, bodies: BODIES }, START, "mine");
    const { checkpoint, events: left } = await store.read("mine", KEY);
    expect([checkpoint?.seq, left.length]).toEqual([200, 100]);
    expect(await sizeOf()).toBeLessThan(1.5 * events);
  });

  it("count a repeated write once, with its latest size", async () => {
    const sizeOf = async () => (await store.sessions(ANN))[0]?.bytes ?? 0;
    const addOutcomes = (length: number) =>
      store.addOutcomes(own("mine"), {
        first: 1,
        digests: ["00000a"],
        checks: [{ seq: 1, states: {}, values: { note: "B".repeat(length) } }],
        visible: [],
      });
    const addCheckpoint = (length: number) =>
      store.addCheckpoint(own("mine"), { seq: 1, time: START, states: {} }, ["A".repeat(length)]);
    // A session's start state exists before the session.
    await addCheckpoint(1000);
    await append("mine", 1, 1);
    const events = await sizeOf();
    for (const add of [addOutcomes, addCheckpoint]) {
      await add(1000);
      const once = await sizeOf();
      expect(once).toBeGreaterThan(events + 1000);
      await add(1000);
      expect(await sizeOf()).toBe(once);
      await add(3000);
      expect(await sizeOf()).toBe(once + 2000);
      await add(1000);
      expect(await sizeOf()).toBe(once);
    }
  });

  it("write events and outcomes in one transaction and count both without reading events", async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, "transaction");
    const looked = vi.spyOn(IDBObjectStore.prototype, "openCursor");
    const note = "B".repeat(1000);
    for (const first of [1, 3]) {
      await store.append(own("a"), eventsOf("a", first, 2), [
        {
          first,
          digests: ["00000a", "00000b"],
          checks: [{ seq: first, states: {}, values: { note } }],
          visible: [],
        },
      ]);
    }
    expect([begun, looked].map(({ mock }) => mock.calls.length)).toEqual([2, 0]);
    vi.restoreAllMocks();
    const { events, outcomes } = await store.read("a", KEY);
    expect([events.length, outcomes.digests.size, outcomes.checks.length]).toEqual([4, 4, 2]);
    const [whole] = await store.sessions(ANN);
    await append("b", 1, 4);
    const [, other] = await store.sessions(ANN);
    expect((whole?.bytes ?? 0) - (other?.bytes ?? 0)).toBeGreaterThan(2000);
    expect(whole).toMatchObject({ events: 4, last: 4 });
  });

  it("recognise the sessions of an earlier version by their events", async () => {
    await append("a", 1, 3);
    const db = await openDB("provision-log");
    const { last: _none, ...earlier } = (await db.get("sessions", "a")) as KeptSession;
    await db.put("sessions", earlier);
    db.close();
    await append("a", 2, 3);
    expect((await store.read("a", KEY)).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await store.sessions(ANN)).toMatchObject([{ events: 4, last: 4 }]);
  });

  it("start at a checkpoint even if the first event after it is unreadable", async () => {
    await append("a", 1, 3);
    await store.addCheckpoint(own("a"), { seq: 3, time: START, states: {} }, []);
    const [broken, ...others] = eventsOf("a", 4, 3);
    const events = [{ ...broken, payload: null } as Envelope, ...others];
    await store.append(own("a"), events);
    await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
    expect(await store.read("a", KEY)).toMatchObject({
      checkpoint: { seq: 3 },
      events: [{ seq: 5 }, { seq: 6 }],
      unreadable: 1,
    });
  });

  it.each(["UnknownError", "DataError", "NotReadableError"])(
    "let old data be dropped beside an unreadable session (%s), which is dropped, too",
    async (name) => {
      await append("a", 1, 2, START);
      await append("broken", 1, 2, START);
      await append("c", 1, 2, START + 1);
      await append("open", 1, 2, LATER - 60_000);
      await append("mine", 1, 2, LATER);
      failToRead("sessions", "broken", name);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const trimmed = store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, LATER, "mine");
      await vi.advanceTimersByTimeAsync(1000);
      vi.useRealTimers();
      await trimmed;
      vi.restoreAllMocks();
      expect((await ids()).sort()).toEqual(["mine", "open"]);
      expect((await store.read("broken", KEY)).events).toEqual([]);
    },
  );

  it("drop no session if reading fails temporarily", async () => {
    await append("a", 1, 2, START);
    failToRead("sessions", "a", "AbortError");
    const limits = { age: HOUR, bytes: 1e9, bodies: BODIES };
    await expect(store.trim(limits, LATER, "mine")).rejects.toMatchObject({ name: "AbortError" });
    vi.restoreAllMocks();
    expect(await ids()).toEqual(["a"]);
  });

  it("drop other sessions and unreferenced blobs even if the start of the own session is unreadable", async () => {
    await append("a", 1, 2, START);
    await append("mine", 1, 2, START);
    await store.addCheckpoint(own("mine"), { seq: 2, time: START, states: {} }, []);
    await append("mine", 3, 2, LATER);
    await store.bodies.put({ user: ANN, digest: "aa" }, new Blob(["a report"]), START);
    failToRead("segments", ["mine", 1], "NotReadableError");
    await store.trim({ age: HOUR, bytes: 1, bodies: BODIES }, LATER, "mine");
    vi.restoreAllMocks();
    expect(await ids()).toEqual(["mine"]);
    expect((await store.read("mine", KEY)).events).toHaveLength(4);
    expect(await store.bodies.get({ user: ANN, digest: "aa" })).toBeNull();
  });

  it("keep no outcome of a dropped session", async () => {
    const batch = { first: 1, digests: ["00000a"], checks: [], visible: [] };
    await store.append(own("gone"), [], [batch]);
    await store.addOutcomes(own("gone"), batch);
    expect((await keptRecords())["outcomes"]).toEqual([]);
    await store.append(own("there"), eventsOf("there", 1, 1), [batch]);
    await store.addOutcomes(own("there"), { ...batch, first: 2 });
    expect((await keptRecords())["outcomes"]).toHaveLength(2);
  });
});

describe("the log store", () => {
  describe("that the browser cannot read", () => {
    const broken = new DOMException("Internal error opening backing store.", "UnknownError");
    /** Opens it again after that many failures, and returns the outcome. */
    async function openAfter(failures: number) {
      store.close();
      for (let count = 0; count < failures; count += 1) failToOpenOnce(broken);
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const onDropped = vi.fn();
      const opening = openLogStore(undefined, onDropped);
      await vi.advanceTimersByTimeAsync(1000);
      vi.useRealTimers();
      store = await opening;
      return onDropped;
    }

    it("is kept without a message if it is readable a little later", async () => {
      await append("a", 1, 3);
      expect(await openAfter(1)).not.toHaveBeenCalled();
      expect(await ids()).toEqual(["a"]);
      expect((await store.read("a", KEY)).events).toHaveLength(3);
    });

    it("is created again if a second try fails, with one message", async () => {
      await append("a", 1, 3);
      expect(await openAfter(2)).toHaveBeenCalledOnce();
      expect(await ids()).toEqual([]);
      await append("b", 1, 3);
      expect(await ids()).toEqual(["b"]);
    });
  });
});

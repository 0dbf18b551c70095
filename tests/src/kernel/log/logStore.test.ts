import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { openLogStore, type LogStore } from "#src/kernel/log/logStore.ts";
import { appendTo, failToOpenOnce, sessionsIn, type Appended } from "../../support/keptStore.ts";
import { ANN, BODIES, eventsOf, HOUR, KEY, own, START } from "../../support/storedEvents.ts";

let store: LogStore;
beforeEach(async () => {
  await deleteDB("provision-log");
  store = await openLogStore();
  return () => store.close();
});

const append = (...given: Appended) => appendTo(store, ...given);
const ids = () => sessionsIn(store);

describe("the log store", () => {
  it("returns what was appended, separately for each session", async () => {
    await append("a", 1, 3);
    await append("b", 1, 2, START + HOUR);
    await append("a", 4, 2, START + 5);
    expect(await store.read("a", KEY)).toEqual({
      id: "a",
      build: "0.1.0",
      checkpoint: null,
      personal: [],
      events: [...eventsOf("a", 1, 3), ...eventsOf("a", 4, 2, START + 5)],
      unreadable: 0,
      outcomes: NO_OUTCOMES,
    });
    expect(await store.sessions(ANN)).toEqual([
      expect.objectContaining({ id: "b", events: 2, from: START + HOUR, to: START + HOUR + 1 }),
      expect.objectContaining({ id: "a", build: "0.1.0", events: 5, from: START, to: START + 6 }),
    ]);
  });

  it("is read in small requests, however long the session is", async () => {
    const getAll = vi.spyOn(IDBObjectStore.prototype, "getAll");
    for (let at = 0; at < 150; at += 1) {
      const first = 1 + at * 2;
      await append("a", first, 2);
      const digests = [`00000${at % 10}`, "000000"];
      await store.addOutcomes(own("a"), { first, digests, checks: [], visible: [] });
    }
    await append("b", 1, 2);
    const { events, outcomes } = await store.read("a", KEY);
    expect(events).toEqual(
      Array.from({ length: 150 }, (_, at) => eventsOf("a", 1 + at * 2, 2)).flat(),
    );
    expect([outcomes.digests.size, outcomes.digests.get(299)]).toEqual([300, "000009"]);
    const brought = getAll.mock.results.map(
      ({ value }) => (value as IDBRequest).result as object[],
    );
    expect(Math.max(...brought.map(({ length }) => length))).toBeLessThan(100);
  });

  it("stores outcomes beside their events until they are dropped", async () => {
    const check = { seq: 2, states: { "app/theme": "00000f" } };
    const seen = { seq: 1, start: 0, end: 9, digest: "00000e", counts: { shown: 3 } };
    await append("a", 1, 3);
    await store.addOutcomes(own("a"), {
      first: 1,
      digests: ["00000a", "00000b"],
      checks: [check],
      visible: [seen],
    });
    await append("a", 4, 2, START + 5);
    await store.addOutcomes(own("a"), { first: 3, digests: ["00000c"], checks: [], visible: [] });
    const digests = new Map([
      [1, "00000a"],
      [2, "00000b"],
      [3, "00000c"],
    ]);
    expect((await store.read("a", KEY)).outcomes).toEqual({
      digests,
      checks: [check],
      visible: [seen],
    });
    await store.addCheckpoint(own("a"), { seq: 3, time: START, states: {} }, []);
    await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
    expect(await store.read("a", KEY)).toMatchObject({
      checkpoint: { seq: 3 },
      events: [{ seq: 4 }, { seq: 5 }],
      outcomes: NO_OUTCOMES,
    });
    await append("b", 1, 1);
    await store.addOutcomes(own("b"), { first: 1, digests: ["00000d"], checks: [], visible: [] });
    await store.clear("a", ANN, START + HOUR);
    expect((await store.read("b", KEY)).outcomes).toEqual(NO_OUTCOMES);
  });

  it.each(["QuotaExceededError", "VersionError", "AbortError", "SecurityError"])(
    "is unchanged if it cannot be opened for another reason: %s",
    async (name) => {
      await append("a", 1, 3);
      store.close();
      failToOpenOnce(new DOMException("Not now", name));
      await expect(openLogStore()).rejects.toThrow("Not now");
      store = await openLogStore();
      expect(await ids()).toEqual(["a"]);
    },
  );

  it("of a newer build is kept for that build and not opened", async () => {
    const newer = await openDB("provision-log", 1000);
    newer.close();
    await expect(openLogStore()).rejects.toMatchObject({ name: "VersionError" });
    expect((await indexedDB.databases()).map(({ version }) => version)).toEqual([1000]);
  });

  it("is abandoned if another tab does not release it in time, and blocks nobody later", async () => {
    store.close();
    await deleteDB("provision-log");
    const older = await openDB("provision-log", 1);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opening = openLogStore().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    expect(await opening).toMatchObject({ name: "TimeoutError" });
    older.close();
    const newer = await openDB("provision-log", 1000);
    newer.close();
  });

  it("leaves no unhandled rejection when a transaction is aborted", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const put = IDBObjectStore.prototype.put;
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (
      this: IDBObjectStore,
      ...given
    ) {
      const request = put.apply(this, given);
      if (this.name === "sessions") this.transaction.abort();
      return request;
    });
    const payload = { text: "x".repeat(100_000) };
    const events = eventsOf("a", 1, 2).map((event) => ({ ...event, payload }));
    const appended = store.append(own("a"), events);
    await expect(appended).rejects.toMatchObject({ name: "AbortError" });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", unhandled);
    vi.restoreAllMocks();
    expect(unhandled).not.toHaveBeenCalled();
  });

  it("is unchanged by the same events again", async () => {
    await append("a", 1, 3);
    await append("a", 4, 2);
    const before = [await store.sessions(ANN), await store.read("a", KEY)];
    await append("a", 4, 2);
    await append("a", 1, 3);
    await append("a", 2, 3);
    expect([await store.sessions(ANN), await store.read("a", KEY)]).toEqual(before);
  });

  it("survives closing", async () => {
    await append("a", 1, 3);
    store.close();
    store = await openLogStore();
    expect((await store.read("a", KEY)).events).toHaveLength(3);
  });

  it("knows nothing of a session that was never stored", async () => {
    expect(await store.read("z", KEY)).toEqual({
      id: "z",
      build: "",
      checkpoint: null,
      personal: [],
      events: [],
      unreadable: 0,
      outcomes: NO_OUTCOMES,
    });
  });

  it("drops old sessions, but neither its own nor those of tabs that may be open", async () => {
    await append("old", 1, 2, START);
    await append("mine", 1, 2, START);
    await append("open", 1, 2, START + 10 * HOUR - 60_000);
    await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, START + 10 * HOUR, "mine");
    expect((await ids()).sort()).toEqual(["mine", "open"]);
    expect((await store.read("old", KEY)).events).toEqual([]);
  });

  it("drops the oldest sessions first if all together are too large", async () => {
    for (const [at, id] of ["a", "b", "c", "mine"].entries()) {
      await append(id, 1, 50, START + at * HOUR);
    }
    const bytes = (await store.sessions(ANN)).reduce((sum, one) => sum + one.bytes, 0);
    await store.trim({ age: 1e12, bytes: bytes * 0.6, bodies: BODIES }, START + 10 * HOUR, "mine");
    expect((await ids()).sort()).toEqual(["c", "mine"]);
  });

  it("stays within its limits after the clock was set back", async () => {
    const ahead = START + 100 * HOUR;
    await append("future", 1, 50, ahead);
    await append("mine", 1, 3, START + 2 * HOUR);
    await append("mine", 4, 3, START);
    const [, mine] = await store.sessions(ANN);
    expect(mine).toMatchObject({ id: "mine", from: START, to: START + 2 });
    expect((await store.read("mine", KEY)).events.map(({ seq }) => seq)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, START, "mine");
    expect(await ids()).toEqual(["future", "mine"]);
    await store.trim({ age: HOUR, bytes: 2000, bodies: BODIES }, START, "mine");
    expect(await ids()).toEqual(["mine"]);
  });

  it("drops the start of its own session up to a checkpoint, whose state replaces it", async () => {
    const limits = async (share: number) => ({
      age: 1e12,
      bytes: ((await store.sessions(ANN))[0]?.bytes ?? 0) * share,
      bodies: BODIES,
    });
    for (const first of [1, 101, 201, 301]) {
      await append("mine", first, 100);
      await store.addCheckpoint(
        own("mine"),
        {
          seq: first + 99,
          time: START + first,
          states: { "app/theme": `after ${first + 99}` },
        },
        [`Ann ${first}`],
      );
    }
    await append("mine", 401, 100);
    await store.trim(await limits(0.5), START, "mine");
    const { checkpoint, personal, events } = await store.read("mine", KEY);
    expect(checkpoint).toMatchObject({ seq: 300, states: { "app/theme": "after 300" } });
    expect(personal).toEqual(["Ann 201"]);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, at) => 301 + at));
    expect((await store.sessions(ANN))[0]).toMatchObject({ id: "mine", events: 200 });
  });

  it("drops old events of its own session as far as a checkpoint replaces them", async () => {
    for (const [at, first] of [1, 101, 201, 301].entries()) {
      await append("mine", first, 100, START + at * HOUR);
      const masked = { states: {}, sentences: [], typed: [`Ann ${first}`] };
      const checkpoint = { seq: first + 99, time: START + at * HOUR, states: {}, masked };
      await store.addCheckpoint(own("mine"), checkpoint, []);
    }
    const limits = { age: 2 * HOUR, bytes: 1e9, bodies: BODIES };
    await store.trim(limits, START + HOUR, "mine");
    expect((await store.sessions(ANN))[0]).toMatchObject({ events: 400, from: START });
    await store.trim(limits, START + 3.5 * HOUR, "mine");
    const { checkpoint, events } = await store.read("mine", KEY);
    expect([checkpoint?.seq, events[0]?.seq, events.length]).toEqual([200, 201, 200]);
    // Without it an export with pseudonyms would start in no state.
    expect(checkpoint?.masked?.typed).toEqual(["Ann 101"]);
    expect((await store.sessions(ANN))[0]).toMatchObject({ events: 200, from: START + 2 * HOUR });
  });

  it("keeps everything without a checkpoint", async () => {
    await append("mine", 1, 300);
    await store.trim({ age: 0, bytes: 10, bodies: BODIES }, START, "mine");
    expect((await store.read("mine", KEY)).events).toHaveLength(300);
  });

  it("clears all sessions but its own", async () => {
    await append("a", 1, 1);
    await append("mine", 1, 1);
    await store.clear("mine", ANN, START + HOUR);
    expect(await ids()).toEqual(["mine"]);
  });

  it("clears no session that another tab may continue", async () => {
    await append("gone", 1, 1, START);
    await append("open", 1, 3, START + HOUR - 60_000);
    await append("mine", 1, 1, START + HOUR);
    await store.clear("mine", ANN, START + HOUR);
    expect((await ids()).sort()).toEqual(["mine", "open"]);
    expect((await store.read("open", KEY)).events).toHaveLength(3);
  });

  it("drops and clears no session that a tab holds, however long it has slept", async () => {
    const held = new Set(["asleep"]);
    const other = await openLogStore(async () => held);
    await append("asleep", 1, 3, START);
    await append("mine", 1, 1, START + 100 * HOUR);
    await other.trim({ age: HOUR, bytes: 1, bodies: BODIES }, START + 100 * HOUR, "mine");
    await other.clear("mine", ANN, START + 100 * HOUR);
    expect((await other.read("asleep", KEY)).events).toHaveLength(3);
    held.clear();
    await other.clear("mine", ANN, START + 100 * HOUR);
    expect(await ids()).toEqual(["mine"]);
    other.close();
  });

  it("shows each user only their own sessions", async () => {
    const put = (id: string, user: string) =>
      store.append({ ...own(id), user }, eventsOf(id, 1, 1));
    await put("anns", ANN);
    await put("bobs", "b0");
    expect(await ids()).toEqual(["anns"]);
    expect((await store.sessions("b0")).map(({ id }) => id)).toEqual(["bobs"]);
    expect(await store.sessions(null)).toEqual([]);
    await store.clear("other", ANN, START + HOUR);
    expect(await ids()).toEqual([]);
    expect(await store.sessions("b0")).toHaveLength(1);
  });

  it("starts empty if an earlier build stored sessions of visitors", async () => {
    store.close();
    await deleteDB("provision-log");
    const old = await openDB("provision-log", 2, {
      upgrade(db) {
        db.createObjectStore("sessions", { keyPath: "id" });
        db.createObjectStore("segments", { keyPath: ["session", "first"] });
        db.createObjectStore("checkpoints", { keyPath: ["session", "seq"] });
        db.createObjectStore("outcomes", { keyPath: ["session", "first"] });
      },
    });
    await old.put("sessions", { id: "old", build: "0.1.0", from: 1, to: 2, events: 1, bytes: 9 });
    await old.put("segments", { session: "old", first: 1, last: 1, bytes: 9, events: [] });
    old.close();
    store = await openLogStore();
    await append("a", 1, 2);
    expect(await ids()).toEqual(["a"]);
    const db = await openDB("provision-log");
    expect([...db.objectStoreNames]).toEqual([
      "bodies",
      "checkpoints",
      "outcomes",
      "payloads",
      "segments",
      "sessions",
    ]);
    expect(await db.getAllKeys("sessions")).toEqual(["a"]);
    expect(await db.count("segments")).toBe(1);
    db.close();
  });
});

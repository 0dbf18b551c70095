import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { minutePassed } from "#events/actions/app.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { NO_OUTCOMES } from "#src/kernel/log/outcomes.ts";
import { openLogStore, type LogStore } from "#src/kernel/log/logStore.ts";

const START = Date.UTC(2026, 2, 2, 9);
const HOUR = 3_600_000;
/** The mark of a user. */
const ANN = "a0";
const BODIES = 1e9;

function eventsOf(session: string, first: number, count: number, time = START): Envelope[] {
  return Array.from({ length: count }, (_, at) => ({
    ...minutePassed({}),
    seq: first + at,
    id: `${session}-${first + at}`,
    session,
    time: time + at,
    cause: null,
  }));
}

function failToOpenOnce(error: DOMException): void {
  vi.spyOn(indexedDB, "open").mockImplementationOnce(() => {
    throw error;
  });
}

let store: LogStore;
beforeEach(async () => {
  await deleteDB("provision-log");
  store = await openLogStore();
  return () => store.close();
});

const append = (session: string, first: number, count: number, time?: number) =>
  store.append({ id: session, build: "0.1.0", user: ANN }, eventsOf(session, first, count, time));
const ids = async () => (await store.sessions(ANN)).map(({ id }) => id);

describe("the log store", () => {
  it("gives back what was appended, each session for itself", async () => {
    await append("a", 1, 3);
    await append("b", 1, 2, START + HOUR);
    await append("a", 4, 2, START + 5);
    expect(await store.read("a")).toEqual({
      id: "a",
      build: "0.1.0",
      checkpoint: null,
      personal: [],
      events: [...eventsOf("a", 1, 3), ...eventsOf("a", 4, 2, START + 5)],
      outcomes: NO_OUTCOMES,
    });
    expect(await store.sessions(ANN)).toEqual([
      expect.objectContaining({ id: "b", events: 2, from: START + HOUR, to: START + HOUR + 1 }),
      expect.objectContaining({ id: "a", build: "0.1.0", events: 5, from: START, to: START + 6 }),
    ]);
  });

  it("is read in requests that bring little each, however long the session is", async () => {
    const getAll = vi.spyOn(IDBObjectStore.prototype, "getAll");
    for (let at = 0; at < 150; at += 1) {
      const first = 1 + at * 2;
      await append("a", first, 2);
      const digests = [`00000${at % 10}`, "000000"];
      await store.addOutcomes("a", { first, digests, checks: [], visible: [] });
    }
    await append("b", 1, 2);
    const { events, outcomes } = await store.read("a");
    expect(events).toEqual(
      Array.from({ length: 150 }, (_, at) => eventsOf("a", 1 + at * 2, 2)).flat(),
    );
    expect([outcomes.digests.size, outcomes.digests.get(299)]).toEqual([300, "000009"]);
    const brought = getAll.mock.results.map(
      ({ value }) => (value as IDBRequest).result as object[],
    );
    expect(Math.max(...brought.map(({ length }) => length))).toBeLessThan(100);
  });

  it("keeps what the events led to beside them, until they are dropped", async () => {
    const check = { seq: 2, states: { "app/theme": "00000f" } };
    const seen = { seq: 1, start: 0, end: 9, digest: "00000e", counts: { shown: 3 } };
    await append("a", 1, 3);
    await store.addOutcomes("a", {
      first: 1,
      digests: ["00000a", "00000b"],
      checks: [check],
      visible: [seen],
    });
    await append("a", 4, 2, START + 5);
    await store.addOutcomes("a", { first: 3, digests: ["00000c"], checks: [], visible: [] });
    const digests = new Map([
      [1, "00000a"],
      [2, "00000b"],
      [3, "00000c"],
    ]);
    expect((await store.read("a")).outcomes).toEqual({
      digests,
      checks: [check],
      visible: [seen],
    });
    await store.addCheckpoint("a", { seq: 3, time: START, states: {} }, []);
    await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
    expect(await store.read("a")).toMatchObject({
      checkpoint: { seq: 3 },
      events: [{ seq: 4 }, { seq: 5 }],
      outcomes: NO_OUTCOMES,
    });
    await append("b", 1, 1);
    await store.addOutcomes("b", { first: 1, digests: ["00000d"], checks: [], visible: [] });
    await store.clear("a", ANN, START);
    expect((await store.read("b")).outcomes).toEqual(NO_OUTCOMES);
  });

  it("is made anew where the browser cannot read it", async () => {
    await append("a", 1, 3);
    store.close();
    const broken = new DOMException("Internal error opening backing store.", "UnknownError");
    failToOpenOnce(broken);
    store = await openLogStore();
    expect(await ids()).toEqual([]);
    await append("b", 1, 3);
    expect(await ids()).toEqual(["b"]);
  });

  it.each(["QuotaExceededError", "VersionError", "AbortError", "SecurityError"])(
    "stays as it is where it cannot be opened for another reason: %s",
    async (name) => {
      await append("a", 1, 3);
      store.close();
      failToOpenOnce(new DOMException("Not now", name));
      await expect(openLogStore()).rejects.toThrow("Not now");
      store = await openLogStore();
      expect(await ids()).toEqual(["a"]);
    },
  );

  it("of a newer build stays for that build, and is not opened", async () => {
    const newer = await openDB("provision-log", 1000);
    newer.close();
    await expect(openLogStore()).rejects.toMatchObject({ name: "VersionError" });
    expect((await indexedDB.databases()).map(({ version }) => version)).toEqual([1000]);
  });

  it("is not changed by the same events again", async () => {
    await append("a", 1, 3);
    await append("a", 4, 2);
    const before = [await store.sessions(ANN), await store.read("a")];
    await append("a", 4, 2);
    await append("a", 1, 3);
    await append("a", 2, 3);
    expect([await store.sessions(ANN), await store.read("a")]).toEqual(before);
  });

  it("is still there after it was closed", async () => {
    await append("a", 1, 3);
    store.close();
    store = await openLogStore();
    expect((await store.read("a")).events).toHaveLength(3);
  });

  it("knows nothing of a session that was never kept", async () => {
    expect(await store.read("z")).toEqual({
      id: "z",
      build: "",
      checkpoint: null,
      personal: [],
      events: [],
      outcomes: NO_OUTCOMES,
    });
  });

  it("drops old sessions, but none of a tab that may still be open, and not its own", async () => {
    await append("old", 1, 2, START);
    await append("mine", 1, 2, START);
    await append("open", 1, 2, START + 10 * HOUR - 60_000);
    await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, START + 10 * HOUR, "mine");
    expect((await ids()).sort()).toEqual(["mine", "open"]);
    expect((await store.read("old")).events).toEqual([]);
  });

  it("drops the oldest sessions first where all are too large together", async () => {
    for (const [at, id] of ["a", "b", "c", "mine"].entries()) {
      await append(id, 1, 50, START + at * HOUR);
    }
    const bytes = (await store.sessions(ANN)).reduce((sum, one) => sum + one.bytes, 0);
    await store.trim({ age: 1e12, bytes: bytes * 0.6, bodies: BODIES }, START + 10 * HOUR, "mine");
    expect((await ids()).sort()).toEqual(["c", "mine"]);
  });

  it("keeps within its limits where the clock was put back", async () => {
    const ahead = START + 100 * HOUR;
    await append("future", 1, 50, ahead);
    await append("mine", 1, 3, START + 2 * HOUR);
    await append("mine", 4, 3, START);
    const [, mine] = await store.sessions(ANN);
    expect(mine).toMatchObject({ id: "mine", from: START, to: START + 2 });
    expect((await store.read("mine")).events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, START, "mine");
    expect(await ids()).toEqual(["future", "mine"]);
    await store.trim({ age: HOUR, bytes: 2000, bodies: BODIES }, START, "mine");
    expect(await ids()).toEqual(["mine"]);
  });

  it("drops the head of its own session up to a checkpoint, whose state stands for it", async () => {
    const limits = async (share: number) => ({
      age: 1e12,
      bytes: ((await store.sessions(ANN))[0]?.bytes ?? 0) * share,
      bodies: BODIES,
    });
    for (const first of [1, 101, 201, 301]) {
      await append("mine", first, 100);
      await store.addCheckpoint(
        "mine",
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
    const { checkpoint, personal, events } = await store.read("mine");
    expect(checkpoint).toMatchObject({ seq: 300, states: { "app/theme": "after 300" } });
    expect(personal).toEqual(["Ann 201"]);
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, at) => 301 + at));
    expect((await store.sessions(ANN))[0]).toMatchObject({ id: "mine", events: 200 });
  });

  it("keeps everything where there is no checkpoint to drop to", async () => {
    await append("mine", 1, 300);
    await store.trim({ age: 0, bytes: 10, bodies: BODIES }, START, "mine");
    expect((await store.read("mine")).events).toHaveLength(300);
  });

  it("clears all but its own", async () => {
    await append("a", 1, 1);
    await append("mine", 1, 1);
    await store.clear("mine", ANN, START);
    expect(await ids()).toEqual(["mine"]);
  });

  it("shows each user their own sessions, and nobody those in which no one was signed in", async () => {
    const put = (id: string, user: string | null, first = 1) =>
      store.append({ id, build: "0.1.0", user }, eventsOf(id, first, 1));
    await put("anns", ANN);
    await put("bobs", "b0");
    await put("no one's", null);
    await put("signed in later", null);
    await put("signed in later", "b0", 2);
    expect(await ids()).toEqual(["anns"]);
    expect((await store.sessions("b0")).map(({ id }) => id).sort()).toEqual([
      "bobs",
      "signed in later",
    ]);
    expect(await store.sessions(null)).toEqual([]);
    await store.clear("other", ANN, START);
    expect(await ids()).toEqual([]);
    expect(await store.sessions("b0")).toHaveLength(2);
  });

  it("begins anew where an earlier build kept sessions of no one", async () => {
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

  it("keeps a large payload once, however often it came, and drops it with the last event of it", async () => {
    const large = { text: "x".repeat(100_000) };
    const events = eventsOf("a", 1, 4).map((event, at) =>
      at === 1 || at === 3 ? { ...event, payload: large } : event,
    );
    const owner = { id: "a", build: "0.1.0", user: ANN };
    await store.append(owner, events.slice(0, 2));
    await store.append(owner, events.slice(2));
    expect((await store.read("a")).events).toEqual(events);
    const payloads = async () => {
      const db = await openDB("provision-log");
      const count = await db.count("payloads");
      db.close();
      return count;
    };
    expect(await payloads()).toBe(1);
    await store.addCheckpoint("a", { seq: 2, time: START, states: {} }, []);
    await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
    expect((await store.read("a")).events).toEqual(events.slice(2));
    await store.addCheckpoint("a", { seq: 4, time: START, states: {} }, []);
    await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
    expect(await payloads()).toBe(0);
  });

  it("keeps each body once, and lets go of those that were seen longest ago", async () => {
    const { bodies } = store;
    const bytes = (size: number) => new Blob([new Uint8Array(size)]);
    await bodies.put("one", bytes(100), 1);
    await bodies.put("two", bytes(100), 2);
    await bodies.put("one", bytes(100), 3);
    expect((await bodies.get("one"))?.size).toBe(100);
    await bodies.trim(150);
    expect([(await bodies.get("one"))?.size, await bodies.get("two")]).toEqual([100, null]);
    await bodies.trim(50);
    expect(await bodies.get("one")).toBeNull();
  });

  describe("lets go of a body with the last session that cites it", () => {
    const cite = (session: string, first: number, digests: readonly string[], time = START) =>
      store.append(
        { id: session, build: "0.1.0", user: ANN },
        eventsOf(session, first, digests.length, time).map((event, at) => ({
          ...event,
          ...requestMiningReport.succeeded({
            status: 200,
            body: { digest: digests[at] ?? "", size: 1 },
          }),
        })),
      );
    const held = async () => {
      const names = ["alone", "shared", "own", "unwritten"];
      const bodies = await Promise.all(names.map((name) => store.bodies.get(name)));
      return names.filter((_name, at) => bodies[at] !== null);
    };
    const LATER = START + 10 * HOUR;
    beforeEach(async () => {
      await cite("old", 1, ["alone", "shared"]);
      await cite("mine", 1, ["own", "shared"], LATER);
      for (const name of ["alone", "shared", "own"]) {
        await store.bodies.put(name, new Blob(["x"]), START);
      }
      await store.bodies.put("unwritten", new Blob(["x"]), LATER - 60_000);
    });

    it("where the log is cleared", async () => {
      await store.clear("mine", ANN, LATER);
      expect(await held()).toEqual(["shared", "own", "unwritten"]);
    });

    it("where a session is too old", async () => {
      await store.trim({ age: 1e12, bytes: 1e9, bodies: BODIES }, LATER, "mine");
      expect(await held()).toEqual(["alone", "shared", "own", "unwritten"]);
      await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, LATER, "mine");
      expect(await held()).toEqual(["shared", "own", "unwritten"]);
    });

    it("and where nobody cited it in time", async () => {
      await store.clear("mine", ANN, LATER + HOUR);
      expect(await held()).toEqual(["shared", "own"]);
    });

    it("and a session cites each once", async () => {
      await cite("mine", 3, ["own", "own"], LATER);
      expect((await store.sessions(ANN))[0]?.cites).toEqual([
        { digest: "own", size: 1 },
        { digest: "shared", size: 1 },
      ]);
    });
  });
});

/** Deduplication in the log store: large payloads, and referenced blobs. */
import "fake-indexeddb/auto";
import { deleteDB, openDB } from "idb";
import { beforeEach, describe, expect, it } from "vitest";
import { exportFailed } from "#events/actions/log.ts";
import { requestMiningReport } from "#events/calls/mining.ts";
import { openLogStore, type LogStore } from "#src/kernel/log/logStore.ts";
import { ANN, BODIES, eventsOf, HOUR, KEY, own, START } from "../../support/storedEvents.ts";
import { said } from "../../../support/english.ts";

let store: LogStore;
beforeEach(async () => {
  await deleteDB("provision-log");
  store = await openLogStore();
  return () => store.close();
});

it("a repeated large payload is stored once, and dropped with its last event", async () => {
  const large = exportFailed({ reason: said("x".repeat(100_000)) });
  const events = eventsOf("a", 1, 4).map((event, at) =>
    at === 1 || at === 3 ? { ...event, ...large } : event,
  );
  const owner = own("a");
  await store.append(owner, events.slice(0, 2));
  await store.append(owner, events.slice(2));
  expect((await store.read("a", KEY)).events).toEqual(events);
  const payloads = async () => {
    const db = await openDB("provision-log");
    const count = await db.count("payloads");
    db.close();
    return count;
  };
  expect(await payloads()).toBe(1);
  await store.addCheckpoint(own("a"), { seq: 2, time: START, states: {} }, []);
  await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
  expect((await store.read("a", KEY)).events).toEqual(events.slice(2));
  await store.addCheckpoint(own("a"), { seq: 4, time: START, states: {} }, []);
  await store.trim({ age: 1e12, bytes: 1, bodies: BODIES }, START, "a");
  expect(await payloads()).toBe(0);
});

const keyOf = (digest: string) => ({ user: ANN, digest });

it("each blob is stored once per user, and the least recently seen are dropped", async () => {
  const { bodies } = store;
  const bytes = (size: number) => new Blob([new Uint8Array(size)]);
  const [one, two] = [keyOf("one"), keyOf("two")];
  expect([await bodies.touch(one, 1), await bodies.has(one)]).toEqual([false, false]);
  await bodies.put(one, bytes(100), 1);
  await bodies.put(two, bytes(100), 2);
  expect([await bodies.touch(one, 3), await bodies.has(one)]).toEqual([true, true]);
  expect(await bodies.get({ user: "b0", digest: "one" })).toBeNull();
  expect((await bodies.get(one))?.size).toBe(100);
  await bodies.trim(150);
  expect([(await bodies.get(one))?.size, await bodies.get(two)]).toEqual([100, null]);
  await bodies.trim(50);
  expect(await bodies.get(one)).toBeNull();
});

describe("a blob is dropped with the last session that references it", () => {
  const cite = (session: string, first: number, digests: readonly string[], time = START) =>
    store.append(
      own(session),
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
    const bodies = await Promise.all(names.map((name) => store.bodies.get(keyOf(name))));
    return names.filter((_name, at) => bodies[at] !== null);
  };
  const LATER = START + 10 * HOUR;
  beforeEach(async () => {
    await cite("old", 1, ["alone", "shared"]);
    await cite("mine", 1, ["own", "shared"], LATER);
    for (const name of ["alone", "shared", "own"]) {
      await store.bodies.put(keyOf(name), new Blob(["x"]), START);
    }
    await store.bodies.put(keyOf("unwritten"), new Blob(["x"]), LATER - 60_000);
  });

  it("when the log is cleared", async () => {
    await store.clear("mine", ANN, LATER);
    expect(await held()).toEqual(["shared", "own", "unwritten"]);
  });

  it("when a session is too old", async () => {
    await store.trim({ age: 1e12, bytes: 1e9, bodies: BODIES }, LATER, "mine");
    expect(await held()).toEqual(["alone", "shared", "own", "unwritten"]);
    await store.trim({ age: HOUR, bytes: 1e9, bodies: BODIES }, LATER, "mine");
    expect(await held()).toEqual(["shared", "own", "unwritten"]);
  });

  it("when no session referenced it in time", async () => {
    await store.clear("mine", ANN, LATER + HOUR);
    expect(await held()).toEqual(["shared", "own"]);
  });

  it("with one reference per session", async () => {
    await cite("mine", 3, ["own", "own"], LATER);
    expect((await store.sessions(ANN))[0]?.cites).toEqual([
      { digest: "own", size: 1 },
      { digest: "shared", size: 1 },
    ]);
  });
});

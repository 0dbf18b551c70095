/** The page's store: behind a worker's port. The other end runs in this thread, and everything else is real. */
import { IDBFactory } from "fake-indexeddb";
import "fake-indexeddb/auto";
import { expose } from "comlink";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { message } from "#events/messages/message.ts";
import { isFull } from "#src/kernel/log/logDatabase.ts";
import type { LogStore } from "#src/kernel/log/logStore.ts";
import { openStoreBehind, openStoreInWorker } from "#src/kernel/log/storeInWorker.ts";
import { logStoreApi } from "#src/kernel/log/logStoreApi.ts";
import { appendTo, failToOpenOnce, sessionsIn } from "../../support/keptStore.ts";
import { ANN, eventsOf, KEY, own, START } from "../../support/storedEvents.ts";
import { stubNavigator } from "../../support/stubNavigator.ts";
import { eventually } from "../../../support/eventually.ts";

let ends: MessageChannel;
const open = (onDropped = () => {}): Promise<LogStore> => openStoreBehind(ends.port1, onDropped);

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  ends = new MessageChannel();
  stubNavigator();
  expose(logStoreApi, ends.port2);
});

afterEach(() => {
  ends.port1.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("stores and reads the page's events in the order of their arrival", async () => {
  const store = await open();
  await Promise.all([appendTo(store, "a", 1, 3), appendTo(store, "a", 4, 2, START + 3)]);
  await store.addCheckpoint(own("a"), { seq: 2, time: 7, states: { one: [1] } }, ["Ann"]);
  await store.addOutcomes(own("a"), { first: 1, digests: ["000001"], checks: [], visible: [] });
  await appendTo(store, "b", 1, 1);
  const { events, outcomes } = await store.read("a", KEY);
  expect(events).toEqual(eventsOf("a", 1, 5));
  expect([...outcomes.digests]).toEqual([[1, "000001"]]);
  expect((await sessionsIn(store)).sort()).toEqual(["a", "b"]);
});

it("drops the excess and what the user clears", async () => {
  const store = await open();
  await appendTo(store, "a", 1, 3);
  await appendTo(store, "b", 1, 3);
  await appendTo(store, "own", 1, 3);
  const now = Date.now();
  await store.trim({ age: 1e15, bytes: 0, bodies: 0 }, now, "b");
  expect(await sessionsIn(store)).toEqual(["b"]);
  await store.clear("own", ANN, now);
  expect(await sessionsIn(store)).toEqual([]);
});

it("stores blobs, and drops excess and unreferenced ones", async () => {
  const store = await open();
  const body = (text: string) => new Blob([text]);
  const [one, two] = ["one", "two"].map((digest) => ({ user: ANN, digest }));
  if (!one || !two) throw new Error("There are two");
  await store.bodies.put(one, body("1"), 1);
  await store.bodies.put(two, body("22"), 2);
  expect(await store.bodies.touch(one, 1)).toBe(true);
  expect(await (await store.bodies.get(two))?.text()).toBe("22");
  await store.bodies.trim(2);
  expect([await store.bodies.has(one), await store.bodies.has(two)]).toEqual([false, true]);
  await store.bodies.dropUncited(3);
  expect(await store.bodies.get(two)).toBeNull();
});

it("errors keep the properties by which the page distinguishes them", async () => {
  const store = await open();
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("No room", "QuotaExceededError");
  });
  const error = await appendTo(store, "a", 1, 1).catch((one: unknown) => one);
  expect(isFull(error)).toBe(true);
});

it("explains why it cannot be opened, and that earlier data is gone", async () => {
  failToOpenOnce(new DOMException("Blocked", "SecurityError"));
  await expect(open()).rejects.toMatchObject({ name: "SecurityError", message: "Blocked" });
  const unreadable = () => failToOpenOnce(new DOMException("Internal error", "UnknownError"));
  unreadable();
  unreadable();
  const onDropped = vi.fn();
  const store = await open(onDropped);
  await eventually(() => expect(onDropped).toHaveBeenCalledOnce());
  await appendTo(store, "a", 1, 1);
});

it.each<[string, () => Promise<unknown>, boolean]>([
  ["does not start", () => Promise.resolve(), true],
  ["neither comes nor fails", () => vi.advanceTimersByTimeAsync(30_000), false],
])("reports that its worker %s, and terminates it", async (_how, passTime, fails) => {
  vi.useFakeTimers();
  const terminate = vi.fn();
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      constructor() {
        super();
        if (fails) queueMicrotask(() => this.dispatchEvent(new Event("error")));
      }
      postMessage() {}
      terminate = terminate;
    },
  );
  const opened = expect(openStoreInWorker(() => {})).rejects.toMatchObject({
    reason: message("logs.storeNotLoaded"),
  });
  await passTime();
  await opened;
  expect(terminate).toHaveBeenCalledOnce();
});

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from "vitest";
import { heldSessions, holdSession } from "#src/kernel/log/sessionLocks.ts";
import { eventually } from "../../../support/eventually.ts";

/** Locks as in browsers: held until the promise of their request settles. */
function createLocks() {
  const held = new Set<string>();
  return {
    request: async (name: string, whileHeld: () => Promise<void>) => {
      held.add(name);
      await whileHeld();
      held.delete(name);
    },
    query: async () => ({ held: [...held, "another's"].map((name) => ({ name })) }),
  };
}

const useLocks = (locks: unknown) =>
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
/** Other files of this worker hold their own sessions. */
const OWN = new Set(["s1", "s2"]);
const heldOwn = async () => [...(await heldSessions())].filter((id) => OWN.has(id));
/** Locks are released asynchronously. */
const isHeldByNone = () => eventually(async () => expect(await heldOwn()).toEqual([]));

afterEach(() => {
  useLocks(undefined);
  vi.restoreAllMocks();
});

it("a session is locked until it ends, and while its page is visible or can be restored", async () => {
  useLocks(createLocks());
  const release = holdSession("s1");
  const releaseOther = holdSession("s2");
  expect(await heldOwn()).toEqual(["s1", "s2"]);
  window.dispatchEvent(new Event("pagehide"));
  await isHeldByNone();
  releaseOther();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(await heldOwn()).toEqual(["s1"]);
  release();
  await isHeldByNone();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(await heldOwn()).toEqual([]);
});

it("a browser whose locks are missing or refused holds none", async () => {
  holdSession("s1")();
  expect(await heldOwn()).toEqual([]);
  const refuse = async () => {
    throw new DOMException("Not here", "SecurityError");
  };
  useLocks({ request: refuse, query: refuse });
  holdSession("s1")();
  expect(await heldOwn()).toEqual([]);
});

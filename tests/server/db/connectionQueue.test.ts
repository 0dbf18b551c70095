import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConnectionQueue, type Priority } from "#server/db/connectionQueue.ts";
import { DatabaseBusyError, isTooSlow } from "#server/db/errors.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Requests the connection and records who got it in which order; a task ends only when the test ends it. */
function scene() {
  const turns = new ConnectionQueue();
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    turns,
    started,
    ask(name: string, priority: Priority) {
      void turns.acquire(priority).then((end) => {
        started.push(name);
        ends.set(name, end);
      });
    },
    end: (name: string) => ends.get(name)?.(),
    pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}

test("the queue grants the connection to one at a time, in order", async () => {
  const { ask, end, pass, started } = scene();
  ask("a", "interactive");
  ask("b", "interactive");
  await pass(1000);
  expect(started).toEqual(["a"]);
  end("a");
  end("a");
  await pass(0);
  expect(started).toEqual(["a", "b"]);
});

test("interactive work precedes earlier background work", async () => {
  const { ask, end, pass, started } = scene();
  ask("holder", "background");
  await pass(0);
  ask("background", "background");
  ask("interactive", "interactive");
  end("holder");
  await pass(0);
  expect(started).toEqual(["holder", "interactive"]);
});

test("the connection stays reserved for a moment after interactive work", async () => {
  const { ask, end, pass, started } = scene();
  ask("first query", "interactive");
  await pass(0);
  ask("background", "background");
  end("first query");
  await pass(1);
  expect(started).toEqual(["first query"]);
  ask("second query", "interactive");
  await pass(0);
  expect(started).toEqual(["first query", "second query"]);
  end("second query");
  await pass(2);
  expect(started).toEqual(["first query", "second query", "background"]);
});

test("steady interactive work cannot starve background work", async () => {
  const { ask, end, pass, started } = scene();
  ask("0", "interactive");
  await pass(0);
  ask("background", "background");
  for (let i = 0; i < 30; i += 1) {
    ask(String(i + 1), "interactive");
    await pass(10);
    end(started.at(-1) ?? "");
    await pass(0);
    if (started.at(-1) === "background") break;
  }
  expect(started.indexOf("background")).toBeGreaterThan(20);
});

test("closing fails waiting and later work, and waits for the running work", async () => {
  const { turns, ask, end, pass } = scene();
  ask("running", "interactive");
  await pass(0);
  const waiting = turns.acquire("background");
  const rejected = expect(waiting).rejects.toThrow("closed");
  let idle = false;
  const closing = turns.close(new Error("closed")).then(() => {
    idle = true;
  });
  await rejected;
  await expect(turns.acquire("interactive")).rejects.toThrow("closed");
  expect(idle).toBe(false);
  end("running");
  await closing;
  expect(idle).toBe(true);
});

test("interactive work that waits behind a long task is given up, and later work is not", async () => {
  const { turns, ask, end, pass, started } = scene();
  ask("import", "background");
  await pass(10);
  const early = turns.acquire("interactive").catch((error: unknown) => error);
  ask("job", "background");
  await pass(30_000);
  ask("late", "interactive");
  await pass(29_999);
  await pass(1);
  const error = await early;
  expect(error).toBeInstanceOf(DatabaseBusyError);
  expect(isTooSlow(error)).toBe(true);
  end("import");
  await pass(0);
  expect(started).toEqual(["import", "job"]);
  end("job");
  await pass(60_000);
  expect(started).toEqual(["import", "job", "late"]);
});

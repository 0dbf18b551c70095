// @vitest-environment happy-dom
/** The log before its code is loaded, and when that code fails to load at first. */
import { fork } from "effector";
import { expect, it, vi } from "vitest";
import type { Envelope } from "#events/kernel/event.ts";
import { createLazyEventLog } from "#src/app/lazyEventLog.ts";

const { code } = vi.hoisted(() => ({
  code: { isThere: false, pushed: [] as unknown[], keys: [] as unknown[] },
}));
vi.mock("#src/app/eventLogPersistence.ts", () => ({
  get createEventLogPersistence() {
    if (!code.isThere) throw new Error("The code could not be fetched");
    return () => ({
      adopt: (
        events: readonly Envelope[],
        _outcomes: readonly unknown[],
        keys: ReadonlyMap<string, string>,
      ) => {
        code.pushed.push(...events);
        for (const { id } of events) if (keys.has(id)) code.keys.push([id, keys.get(id)]);
      },
      push: (event: unknown) => code.pushed.push(event),
      note: () => undefined,
    });
  },
}));

const event = (seq: number): Envelope => ({
  seq,
  id: `e${seq}`,
  session: "s1",
  time: seq,
  cause: null,
  type: "app/minutePassed",
  version: 1,
  payload: {},
});

it("events recorded before the code loaded are in the log, also if loading took a second try", async () => {
  const onTrouble = vi.fn();
  const log = createLazyEventLog({ build: "0.1.0" });
  log.push(event(1), "a key");
  await log.start({ scope: fork(), onTrouble, onDropped: vi.fn() });
  expect(onTrouble).toHaveBeenCalledOnce();
  log.push(event(2), null);
  await expect(log.ports()).rejects.toThrow("could not be fetched");
  code.isThere = true;
  const ports = await log.ports();
  log.push(event(3), null);
  expect(code.pushed).toEqual([event(1), event(2), event(3)]);
  expect(code.keys).toEqual([["e1", "a key"]]);
  expect(await log.ports()).toBe(ports);
  expect(onTrouble).toHaveBeenCalledOnce();
});

import { beforeEach, describe, expect, it } from "vitest";
import { minutePassed } from "#events/actions/app.ts";
import type { Envelope } from "#events/kernel/event.ts";
import type { Checkpoint } from "#src/kernel/log/format.ts";
import { createLogWriter, type SessionBegin } from "#src/kernel/log/logWriter.ts";
import type { LogStore } from "#src/kernel/log/logStore.ts";
import { own } from "../../support/storedEvents.ts";

const CHECKPOINT_EVERY = 2000;

function eventAt(seq: number): Envelope {
  return { ...minutePassed({}), seq, id: `s-${seq}`, session: "s", time: seq, cause: null };
}

const FULL = new DOMException("No room", "QuotaExceededError");

/** A store in memory that fails on demand, and a clock that the test controls. */
const MASKED = { states: { session: "p-0" }, sentences: [] };
const SNAPSHOT = {
  states: { "app/theme": "dark" },
  versions: { "app/theme": 1 },
  masked: MASKED,
  personal: ["Ann"],
};

function createScene(begins: SessionBegin | null = null) {
  const batches: number[][] = [];
  /** Per batch, identified by its first event. */
  const outcomesOf: number[][] = [];
  const checkpoints: (Checkpoint & { personal: readonly string[] })[] = [];
  const trims: number[] = [];
  const bodyTrims: number[] = [];
  const troubles: unknown[] = [];
  const waits: (() => void)[] = [];
  const delays: number[] = [];
  const faults: unknown[] = [];
  const checkpointFaults: unknown[] = [];
  let opens = 0;
  let mayTrim = true;
  let hasUser = true;
  const store: Pick<LogStore, "append" | "addCheckpoint" | "trim"> & {
    readonly bodies: Pick<LogStore["bodies"], "trim">;
  } = {
    bodies: { trim: async (most) => void bodyTrims.push(most) },
    append: async (_session, events, outcomes = []) => {
      const fault = faults.shift();
      if (fault) throw fault;
      batches.push(events.map(({ seq }) => seq));
      outcomesOf.push(outcomes.map(({ first }) => first));
    },
    addCheckpoint: async (_session, checkpoint, personal) => {
      const fault = checkpointFaults.shift();
      if (fault) throw fault;
      checkpoints.push({ ...checkpoint, personal });
    },
    trim: async ({ bytes }) => {
      trims.push(bytes);
      if (trimFault) throw trimFault;
    },
  };
  let trimFault: unknown = null;
  let openFault: unknown = null;
  const keeper = createLogWriter({
    open: async () => {
      opens += 1;
      if (openFault) throw openFault;
      return store as LogStore;
    },
    session: () => (hasUser ? own("s") : null),
    begins,
    limits: () => ({ age: 1000, bytes: 1000, bodies: 1000 }),
    mayTrim: () => mayTrim,
    now: () => 0,
    wait: (milliseconds) => {
      delays.push(milliseconds);
      return new Promise((resolve) => waits.push(resolve));
    },
    snapshot: () => SNAPSHOT,
    onTrouble: (error) => void troubles.push(error),
  });
  return {
    keeper,
    batches,
    outcomesOf,
    checkpoints,
    trims,
    bodyTrims,
    troubles,
    waits,
    delays,
    faults,
    checkpointFaults,
    opens: () => opens,
    failToTrim: (fault: unknown) => void (trimFault = fault),
    letUser: (has: boolean) => void (hasUser = has),
    letTrim: (may: boolean) => void (mayTrim = may),
    failToOpen: (fault: unknown) => {
      openFault = fault;
    },
    /** Ends the running delays, and waits for the writes that follow. */
    elapse: async () => {
      for (const end of waits.splice(0)) end();
      await keeper.flush();
    },
  };
}

let scene: ReturnType<typeof createScene>;
beforeEach(() => {
  scene = createScene();
});

describe("the log writer", () => {
  it("stores nothing of a visitor, and everything once somebody has signed in", async () => {
    scene.letUser(false);
    for (const seq of [1, 2]) scene.keeper.push(eventAt(seq));
    const outcomes = scene.keeper.pushOutcomes({
      first: 1,
      digests: ["a"],
      checks: [],
      visible: [],
    });
    await scene.elapse();
    expect([scene.batches, scene.opens()]).toEqual([[], 0]);
    expect(scene.keeper.unwritten().map(({ seq }) => seq)).toEqual([1, 2]);
    scene.letUser(true);
    scene.keeper.begin();
    scene.keeper.push(eventAt(3));
    await scene.elapse();
    await outcomes;
    expect([scene.batches, scene.outcomesOf]).toEqual([[[1, 2, 3]], [[1]]]);
    expect(scene.keeper.unwritten()).toEqual([]);
  });

  it("gives up the events of a visitor when the session ends", async () => {
    scene.letUser(false);
    scene.keeper.push(eventAt(1));
    const outcomes = scene.keeper.pushOutcomes({
      first: 1,
      digests: ["a"],
      checks: [],
      visible: [],
    });
    await scene.keeper.end();
    await outcomes;
    expect([scene.batches, scene.keeper.unwritten()]).toEqual([[], []]);
    expect(scene.keeper.isKeeping()).toBe(true);
  });

  it("writes what is pending when the session of a user ends", async () => {
    scene.keeper.push(eventAt(1));
    await scene.keeper.end();
    expect(scene.batches).toEqual([[1]]);
  });

  it("writes the events of a delay as one batch, and opens the store once", async () => {
    for (const seq of [1, 2, 3]) scene.keeper.push(eventAt(seq));
    expect(scene.waits).toHaveLength(1);
    await scene.elapse();
    scene.keeper.push(eventAt(4));
    await scene.elapse();
    expect(scene.batches).toEqual([[1, 2, 3], [4]]);
    expect(scene.opens()).toBe(1);
  });

  it("delays no event by more than half a second", async () => {
    for (const seq of [1, 2, 3]) {
      scene.keeper.push(eventAt(seq));
      await scene.elapse();
    }
    expect(scene.delays).toHaveLength(3);
    expect(Math.max(...scene.delays)).toBeLessThanOrEqual(500);
  });

  it("writes outcomes with the next events, or alone if there are none", async () => {
    const written: number[] = [];
    const push = (first: number) =>
      scene.keeper
        .pushOutcomes({ first, digests: ["00000a"], checks: [], visible: [] })
        .then(() => written.push(first));
    scene.keeper.push(eventAt(1));
    void push(1);
    expect(scene.waits).toHaveLength(1);
    await scene.elapse();
    scene.keeper.push(eventAt(2));
    await scene.elapse();
    void push(2);
    expect(written).toEqual([1]);
    await scene.elapse();
    expect(scene.batches).toEqual([[1], [2], []]);
    expect(scene.outcomesOf).toEqual([[1], [], [2]]);
    expect(written).toEqual([1, 2]);
    // After storing has failed, further events do not wait.
    scene.faults.push(new DOMException("Broken", "UnknownError"));
    void push(3);
    await scene.elapse();
    await push(4);
    expect(written).toEqual([1, 2, 3, 4]);
  });

  it("writes immediately when the page ends", async () => {
    scene.keeper.push(eventAt(1));
    await scene.keeper.flush();
    expect(scene.batches).toEqual([[1]]);
  });

  it("keeps the order of overlapping flushes", async () => {
    scene.keeper.push(eventAt(1));
    const first = scene.keeper.flush();
    scene.keeper.push(eventAt(2));
    await Promise.all([first, scene.keeper.flush()]);
    expect(scene.batches).toEqual([[1], [2]]);
  });

  it("takes a checkpoint of the state after a minimum number of events, with the personal texts in it", async () => {
    const last = 3000 + CHECKPOINT_EVERY;
    for (let seq = 1; seq <= last; seq += 1) {
      scene.keeper.push(eventAt(seq));
      if (seq % 1500 === 0 || seq === last) await scene.elapse();
    }
    expect(scene.checkpoints).toEqual([
      { seq: 3000, time: 3000, ...SNAPSHOT },
      { seq: last, time: last, ...SNAPSHOT },
    ]);
  });

  it("continues if a checkpoint cannot be written", async () => {
    scene.checkpointFaults.push(new DOMException("Broken", "UnknownError"));
    for (let seq = 1; seq <= 2 * CHECKPOINT_EVERY; seq += 1) {
      scene.keeper.push(eventAt(seq));
      if (seq % CHECKPOINT_EVERY === 0) await scene.elapse();
    }
    expect(scene.batches).toHaveLength(2);
    expect(scene.troubles).toEqual([]);
    expect(scene.keeper.isKeeping()).toBe(true);
    expect(scene.checkpoints).toMatchObject([{ seq: 2 * CHECKPOINT_EVERY, personal: ["Ann"] }]);
  });

  it("writes the start state of its session before its first events, once", async () => {
    const checkpoint = { seq: 7, time: 7, states: { "app/theme": "light" } };
    scene = createScene({ checkpoint, personal: ["Ann"] });
    scene.keeper.push(eventAt(8));
    await scene.elapse();
    scene.keeper.push(eventAt(9));
    await scene.elapse();
    expect(scene.checkpoints).toEqual([{ ...checkpoint, personal: ["Ann"] }]);
    expect(scene.batches).toEqual([[8], [9]]);
  });

  it("frees space when the browser has none, and loses nothing", async () => {
    scene.faults.push(FULL);
    scene.keeper.push(eventAt(1));
    await scene.elapse();
    expect(scene.trims[0]).toBe(500);
    expect(scene.batches).toEqual([[1]]);
    expect(scene.troubles).toEqual([]);
  });

  it("drops nothing until the limits are known, and the excess soon after", async () => {
    scene.letTrim(false);
    scene.keeper.push(eventAt(1));
    await scene.elapse();
    expect(scene.trims).toEqual([]);
    scene.letTrim(true);
    for (let seq = 2; seq <= 102; seq += 1) {
      scene.keeper.push(eventAt(seq));
      await scene.elapse();
    }
    // Trims with the next batch, and then with every hundredth.
    expect(scene.trims).toEqual([1000, 1000]);
  });

  it("continues if old data cannot be dropped", async () => {
    scene.failToTrim(new DOMException("Data lost due to missing file.", "NotReadableError"));
    for (const seq of [1, 2]) {
      scene.keeper.push(eventAt(seq));
      await scene.elapse();
    }
    expect(scene.trims).toEqual([1000]);
    expect(scene.batches).toEqual([[1], [2]]);
    expect([scene.troubles, scene.keeper.isKeeping()]).toEqual([[], true]);
  });

  it("keeps writing on a full disk if old data cannot be dropped, because space may be freed elsewhere", async () => {
    scene.failToTrim(new DOMException("Data lost due to missing file.", "NotReadableError"));
    scene.faults.push(FULL);
    scene.keeper.push(eventAt(1));
    await scene.elapse();
    expect([scene.batches, scene.bodyTrims]).toEqual([[[1]], [500]]);
    expect([scene.troubles, scene.keeper.isKeeping()]).toEqual([[], true]);
  });

  it.each([
    ["full for good", [FULL, FULL]],
    ["broken", [new DOMException("Broken", "UnknownError")]],
  ])(
    "reports once that it stores nothing if the store is %s, and never throws",
    async (_what, faults) => {
      scene.faults.push(...faults);
      scene.keeper.push(eventAt(1));
      await scene.elapse();
      scene.keeper.push(eventAt(2));
      await scene.elapse();
      expect(scene.troubles).toHaveLength(1);
      expect(scene.batches).toEqual([]);
      expect(scene.keeper.isKeeping()).toBe(false);
    },
  );

  it("reports once that the browser stores nothing at all", async () => {
    scene.failToOpen(new DOMException("Blocked", "SecurityError"));
    scene.keeper.push(eventAt(1));
    await scene.elapse();
    scene.keeper.push(eventAt(2));
    await scene.elapse();
    expect(scene.troubles).toHaveLength(1);
    expect(await scene.keeper.store()).toBeNull();
  });
});

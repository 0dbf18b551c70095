/**
 * Random changes of a system, random faults while it is read, and random interruptions: after a complete run the
 * directory equals the system, and nothing disappears because a read was incomplete.
 */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "#server/systems/runs/applyPlan.ts";
import { KnownObjects } from "#server/systems/runs/knownObjects.ts";
import { PlanWriter } from "#server/systems/runs/planWriter.ts";
import { takeRun } from "#server/systems/runs/leases.ts";
import { insertRun } from "#server/systems/runs/insertRun.ts";
import { PartSize } from "#server/systems/runs/partSize.ts";
import { eachDatabase, type TestDatabase } from "../../support/databases.ts";
import {
  GRACE_DAYS,
  Harness,
  PEOPLE,
  SETTINGS,
  withoutGone,
  type Directory,
  type RunStep,
} from "./modelHarness.ts";
import type { ModelAccount } from "./modelSystem.ts";

const SEQUENCES = Number(process.env["PROVISION_RUN_SEQUENCES"] ?? 12);
const SEED = Number(process.env["PROVISION_RUN_SEED"] ?? 20_261);
const DAY = 86_400_000;
const account: fc.Arbitrary<ModelAccount> = fc.record({
  name: fc.constantFrom(
    "ann",
    "ben",
    "cy",
    "dee",
    'eve "e", x',
    "{f}",
    "gü😀",
    "line\u2028separator",
  ),
  owner: fc.constantFrom("", "p1", "p2", "p3", "unknown"),
  active: fc.boolean(),
  entitlements: fc.uniqueArray(fc.constantFrom("read", "write", "admin", "a,b", "Ω"), {
    maxLength: 4,
  }),
});

type Step =
  | { readonly type: "put"; readonly id: string; readonly account: ModelAccount }
  | { readonly type: "remove"; readonly id: string }
  | { readonly type: "wait"; readonly days: number }
  | UndoStep
  | RunStep;

/** Undoes one of the runs that were applied, if nothing later depends on it. */
interface UndoStep {
  readonly type: "undo";
  readonly which: number;
  readonly deaths: readonly number[];
}

/** A run is given up after three attempts, unless it has applied a part. */
const deaths = fc.array(fc.nat({ max: 150 }), { maxLength: 2 });
const id = fc.constantFrom("1", "2", "3", "4", "5", "6", "7", "8");
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant("put"), id, account }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("remove"), id }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant("wait"), days: fc.nat({ max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant("undo"), which: fc.nat({ max: 20 }), deaths }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant("run"),
      kind: fc.constantFrom("full", "changes"),
      fault: fc.constantFrom("none", "none", "breaks", "endsEarly", "repeats"),
      approves: fc.boolean(),
      deaths,
      undone: fc.oneof(
        { weight: 2, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: deaths },
      ),
    }),
  },
);

function expected({ name, owner, active, entitlements }: ModelAccount) {
  const known = PEOPLE.includes(owner) ? owner : "";
  return { name, owner: known, active, entitlements: [...entitlements].sort(), goneAt: null };
}

/** Complete runs make the directory equal the system; missing accounts stay for the grace period. */
async function checkComplete(harness: Harness): Promise<void> {
  const { system, missing, now, isFull } = harness;
  const directory = await harness.directory();
  const known = new Set([...directory.keys(), ...missing.keys()]);
  for (const [accountId, one] of system.accounts) {
    expect(directory.get(accountId)).toEqual(expected(one));
    missing.delete(accountId);
    known.delete(accountId);
  }
  for (const accountId of known) {
    const since = missing.get(accountId) ?? now;
    // A read that notices it missing for longer than the grace period removes it.
    const isRemoved = isFull && now - since >= GRACE_DAYS * DAY && missing.has(accountId);
    if (isRemoved) {
      expect(directory.has(accountId)).toBe(false);
      missing.delete(accountId);
    } else {
      expect(directory.get(accountId)?.goneAt).toBe(since);
      missing.set(accountId, since);
    }
  }
  // Each account of the directory belongs to one object of the system.
  expect(await harness.countAccounts()).toBe(directory.size);
}

/** A run that was applied and not undone, with the directory before and after it. */
interface AppliedRun {
  readonly oid: string;
  readonly before: Directory;
  readonly after: Directory;
}

const undoes = { done: 0, refused: 0 };

/** Undoes any applied run: its objects are as they were before it, and all others stay. */
async function undoOne(
  harness: Harness,
  applied: readonly AppliedRun[],
  { which, deaths: at }: UndoStep,
): Promise<readonly AppliedRun[]> {
  const index = which % applied.length;
  const run = applied[index];
  if (!run) return applied;
  const later = applied.slice(index + 1);
  const before = await harness.directory();
  if (!(await harness.undo(run.oid, at))) {
    expect(later).not.toEqual([]);
    expect(await harness.directory()).toEqual(before);
    undoes.refused += 1;
    return applied;
  }
  if (later.length > 0) undoes.done += 1;
  const touched = changedIds(run);
  for (const one of later) {
    const ofLater = changedIds(one);
    expect([...touched].filter((accountId) => ofLater.has(accountId))).toEqual([]);
  }
  const wanted = new Map(before);
  for (const accountId of touched) {
    const former = run.before.get(accountId);
    if (former) wanted.set(accountId, former);
    else wanted.delete(accountId);
  }
  const present = await harness.directory();
  expect(withoutGone(present)).toEqual(withoutGone(wanted));
  harness.missing = missingOf(present);
  return applied.toSpliced(index, 1);
}

function changedIds({ before, after }: AppliedRun): Set<string> {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return new Set(
    ids.filter((one) => JSON.stringify(before.get(one)) !== JSON.stringify(after.get(one))),
  );
}

function missingOf(directory: Directory): Map<string, number> {
  return new Map(
    [...directory].flatMap(([accountId, { goneAt }]) =>
      goneAt === null ? [] : [[accountId, goneAt]],
    ),
  );
}

async function play(database: TestDatabase, hasGroups: boolean, steps: readonly Step[]) {
  const harness = new Harness(database, hasGroups);
  const { system } = harness;
  let applied: readonly AppliedRun[] = [];
  await harness.begin();
  try {
    const last: Step = {
      type: "run",
      kind: "full",
      fault: "none",
      approves: true,
      deaths: [],
      undone: null,
    };
    for (const one of [...steps, last]) {
      harness.now += 1000;
      if (one.type === "put") system.put(one.id, one.account);
      else if (one.type === "remove") system.remove(one.id);
      else if (one.type === "wait") harness.now += one.days * DAY;
      else if (one.type === "undo") applied = await undoOne(harness, applied, one);
      else {
        const before = await harness.directory();
        const { oid, status } = await harness.run(one);
        const after = await harness.directory();
        if (status === "done" && one.fault === "none") await checkComplete(harness);
        else if (status !== "done") expect(after).toEqual(before);
        else {
          // An incomplete read that a person approved adds and changes, but nothing disappears.
          for (const [accountId, { goneAt }] of before) {
            expect(after.has(accountId)).toBe(true);
            if (goneAt === null) expect(after.get(accountId)?.goneAt).toBeNull();
            else if (after.get(accountId)?.goneAt === null) harness.missing.delete(accountId);
          }
        }
        if (status === "done" && one.undone !== null) {
          expect(await harness.undo(oid, one.undone)).toBe(true);
          const present = await harness.directory();
          // A removed object is present again.
          expect(withoutGone(present)).toEqual(withoutGone(before));
          harness.missing = missingOf(present);
        } else if (status === "done") applied = [...applied, { oid, before, after }];
      }
    }
  } finally {
    harness.end();
  }
}

eachDatabase((database) => {
  afterAll(() => {
    expect(undoes.done).toBeGreaterThan(0);
    expect(undoes.refused).toBeGreaterThan(0);
  });
  for (const hasGroups of [false, true]) {
    const how = hasGroups ? "groups name their members" : "accounts name their entitlements";
    test(`the directory equals the system after ${SEQUENCES} random histories in which ${how}`, async () => {
      Harness.interrupted = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 16, maxLength: 30 }), (steps) =>
          play(database, hasGroups, steps),
        ),
        { seed: SEED, numRuns: SEQUENCES, endOnFailure: false },
      );
      expect(Harness.interrupted).toBeGreaterThan(0);
    }, 3_600_000);
  }
});

// The plan is applied once, even if two workers hold the same job.
eachDatabase((database) => {
  test("a run that another worker has taken over writes nothing", async () => {
    const harness = new Harness(database, false);
    await harness.begin();
    harness.system.put("1", { name: "ann", owner: "p1", active: true, entitlements: ["read"] });
    const { clientId, resourceId, db } = harness;
    const at = new Date(harness.now);
    const actor = { id: null, username: "test" };
    const oid = await insertRun(db, {
      clientId,
      resourceId,
      kind: "full",
      at,
      actor,
      isScheduled: false,
    });
    const job = await takeRun(db, { workerId: randomUUID(), now: at, maxOfClient: 1 });
    if (oid === null || !job) throw new Error("No run is due");
    await db
      .updateTable("system_runs")
      .set({ status: "applying", lease_owner: randomUUID(), counts: "{}" })
      .where("oid", "=", oid)
      .execute();
    const request = { job, settings: SETTINGS, isHr: false, now: at, partSize: new PartSize() };
    // Its entries would be counted together with those of the other worker.
    const plan = new PlanWriter(db, job, new KnownObjects());
    const content = { attributes: {}, active: null, entitlements: [] };
    await plan.take({ objectClass: "account", id: "1", name: "ann", content });
    await expect(plan.finish()).rejects.toThrow("taken over");
    expect(
      await db.selectFrom("system_run_entries").where("run_oid", "=", oid).selectAll().execute(),
    ).toEqual([]);
    const classes = {
      accountClasses: ["account"],
      entitlementClasses: ["group"],
      missingAttributes: new Map(),
      missingFields: new Map(),
    };
    await expect(
      applyPlan(db, { ...request, ...classes, isExcluded: () => false }),
    ).rejects.toThrow("taken over");
    expect(await harness.countAccounts()).toBe(0);
    harness.end();
  });
});

/** The runs of a system: watched until they end, and decided about. */
import { beforeEach, describe, expect, it } from "vitest";
import {
  approveRun,
  getRun,
  listRunEntries,
  listRuns,
  startRun,
} from "#events/calls/systemRuns.ts";
import { getSystem } from "#events/calls/systems.ts";
import type { SystemRun } from "#events/entities/systemRun.ts";
import { navigated } from "#events/actions/app.ts";
import {
  $openEntry,
  approval,
  entryList,
  openEntry,
  startRun as importNow,
} from "#src/features/systems/runsModel.ts";
import { isCancellable, isRunning } from "#events/rules/runs.ts";
import { contentLines } from "#src/panels/object-content/lines.ts";
import { appliedOf, gateFigure, hasPlan } from "#src/features/systems/runRules.ts";
import { runMessages } from "#src/features/systems/runMessages.ts";
import { mayConfirm, possibleKinds } from "#src/features/systems/rules.ts";
import { halList, makeUser, uuid } from "../../support/fixtures.ts";
import { createTestApp, type TestApp } from "../../support/scope.ts";

const ID = uuid(50);
const RUN = uuid(51);
const MANAGE = `/resources/${ID}/manage`;
const COUNTS = {
  read: 2,
  unchanged: 1,
  added: 1,
  changed: 0,
  renamed: 0,
  gone: 0,
  returned: 0,
  removed: 0,
  orphaned: 0,
};

const makeRun = (changes: Partial<SystemRun> = {}): SystemRun => ({
  oid: RUN,
  resourceId: ID,
  no: 1,
  kind: "full",
  status: "reading",
  progress: 0,
  scheduled: false,
  actor: "admin",
  createdAt: "2026-11-25T10:00:00.000Z",
  endedAt: null,
  complete: null,
  counts: null,
  people: null,
  gates: [],
  hash: null,
  problem: null,
  decidedBy: null,
  decidedAt: null,
  undoes: null,
  undoable: false,
  ...changes,
});

describe("a run of a system", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = createTestApp();
    await app.signIn(makeUser());
  });
  const open = async (path: string) => {
    await app.record(navigated, { path, how: "push" });
    await app.open("systemManage", path, { resourceId: ID });
  };

  it("closes its object and starts without filters when the address names another run", async () => {
    const NEXT = uuid(52);
    await open(`${MANAGE}?open=${RUN}`);
    await app.reply(getRun, makeRun({ status: "done", counts: COUNTS }));
    await app.reply(listRunEntries, halList("entries", []));
    await app.act(entryList.change, { change: { change: "added" } });
    await app.act(openEntry, { no: 1 });
    await app.record(navigated, { path: `${MANAGE}?open=${NEXT}`, how: "history" });
    expect(app.get($openEntry)).toBeNull();
    await app.reply(getRun, makeRun({ oid: NEXT, status: "done", counts: COUNTS }));
    expect(app.waiting(listRunEntries).at(-1)?.input).toEqual({
      params: { clientId: makeUser().clients[0]?.id, resourceId: ID, oid: NEXT },
      query: { page: 0, size: 20 },
    });
  });

  it("[RES-14] is opened when it was started, and watched until it waits", async () => {
    await open(MANAGE);
    await app.act(importNow, { kind: "full" });
    await app.reply(startRun, { importTaskOid: RUN, run: makeRun() }, { status: 202 });
    expect(app.history.at(-1)?.path).toBe(`${MANAGE}?open=${RUN}`);
    await open(`${MANAGE}?open=${RUN}`);
    await app.reply(getRun, makeRun());
    expect(app.waiting(listRunEntries)).toEqual([]);
    await app.elapse("poll:systems/runPolled:");
    const asked = () => [getSystem, listRuns].map((call) => app.waiting(call).length);
    const [systems = 0, runs = 0] = asked();
    await app.reply(getRun, makeRun({ status: "planned", counts: COUNTS, hash: "h" }));
    // The system and the list of runs show the same state.
    expect(asked()).toEqual([systems + 1, runs + 1]);
    expect(app.waiting(listRunEntries)).toHaveLength(1);
    await app.reply(listRunEntries, halList("entries", []));
  });

  it("asks for the entries of a second system's run only when its plan is complete", async () => {
    await open(`${MANAGE}?open=${RUN}`);
    await app.reply(getRun, makeRun({ status: "done", counts: COUNTS }));
    await app.reply(listRunEntries, halList("entries", []));
    const [other, run] = [uuid(60), uuid(61)];
    const path = `/resources/${other}/manage`;
    await app.record(navigated, { path, how: "push" });
    await app.open("systemManage", path, { resourceId: other });
    await app.act(importNow, { kind: "full" });
    const started = makeRun({ oid: run, resourceId: other });
    await app.reply(startRun, { importTaskOid: run, run: started }, { status: 202 });
    await app.record(navigated, { path: `${path}?open=${run}`, how: "push" });
    expect(app.waiting(listRunEntries)).toEqual([]);
    await app.reply(getRun, started);
    expect(app.waiting(listRunEntries)).toEqual([]);
    await app.elapse("poll:systems/runPolled:");
    await app.reply(getRun, { ...started, status: "done", counts: COUNTS });
    expect(app.waiting(listRunEntries)).toHaveLength(1);
  });

  it("applies exactly the plan that was shown", async () => {
    await open(`${MANAGE}?open=${RUN}`);
    await app.act(approval.open, { subject: { oid: RUN, no: 1, hash: "h" } });
    await app.act(approval.confirm, {});
    expect(app.waiting(approveRun)[0]?.input.body).toEqual({ hash: "h" });
  });
});

describe("the figures of a gate", () => {
  const COMPARED = { known: 2000, held: 900, lost: 45, maxGonePercent: 5, maxRenamedPercent: 10 };
  const counts = { ...COUNTS, gone: 312, renamed: 400 };
  const run = makeRun({ counts, compared: COMPARED });

  it("name the part, the whole and the limit", () => {
    const people = gateFigure(run, "manyGone", true);
    expect(people).toEqual({ part: 312, of: 2000, limit: 5, isHr: true });
    const objects = gateFigure(run, "manyRenamed", false);
    const entitlements = gateFigure(run, "manyLost", false);
    if (!people || !objects || !entitlements) throw new Error("The figures are known");
    const { figures } = runMessages.english;
    expect(figures.manyGone(people)).toBe("Missing: 312 of 2,000 people (15.6%); the limit is 5%.");
    expect(figures.manyRenamed(objects)).toBe(
      "Renamed: 400 of 2,000 objects (20%); the limit is 10%.",
    );
    expect(figures.manyLost(entitlements)).toBe(
      "Lost: 45 of 900 entitlements that accounts hold (5%); the limit is 5%.",
    );
  });

  it("compare the people who leave with all employed people", () => {
    const run = makeRun({
      counts: { ...counts, leaving: 30 },
      compared: { ...COMPARED, employed: 120 },
    });
    const figure = gateFigure(run, "manyLeaving", true);
    if (!figure) throw new Error("The figure is known");
    expect(runMessages.english.figures.manyLeaving(figure)).toBe(
      "Leaving: 30 of 120 people (25%); the limit is 5%.",
    );
    expect(gateFigure(makeRun({ counts, compared: COMPARED }), "manyLeaving", true)).toBeNull();
  });

  it("compare the people who are rewritten with all people of the directory", () => {
    const run = makeRun({
      counts: { ...counts, rewritten: 300 },
      compared: { ...COMPARED, people: 1200 },
    });
    const figure = gateFigure(run, "manyRewritten", true);
    if (!figure) throw new Error("The figure is known");
    expect(runMessages.english.figures.manyRewritten(figure)).toBe(
      "Another name, job, department or location: 300 of 1,200 people (25%); the limit is 10%.",
    );
    expect(gateFigure(makeRun({ counts, compared: COMPARED }), "manyRewritten", true)).toBeNull();
  });

  it("are left out for plans of earlier builds, and where there was nothing", () => {
    expect(gateFigure(makeRun({ counts }), "manyGone", false)).toBeNull();
    const empty = makeRun({ counts, compared: { ...COMPARED, held: 0 } });
    expect(gateFigure(empty, "manyLost", false)).toBeNull();
  });
});

describe("the states of a run", () => {
  it("allow what the server allows", () => {
    expect(
      (["waiting", "reading", "applying"] as const).every((status) => isRunning({ status })),
    ).toBe(true);
    expect(isRunning({ status: "planned" })).toBe(false);
    expect(isRunning(null)).toBe(false);
    expect(isCancellable({ status: "planned", progress: 0 })).toBe(true);
    expect(isCancellable({ status: "reading", progress: 9 })).toBe(true);
    expect(isCancellable({ status: "applying", progress: 0 })).toBe(true);
    expect(isCancellable({ status: "applying", progress: 1 })).toBe(false);
    expect(isCancellable({ status: "done", progress: 1 })).toBe(false);
    const counts = { ...COUNTS, added: 6, renamed: 2 };
    expect(appliedOf({ status: "applying", progress: 3, counts })).toEqual({ done: 3, all: 8 });
    expect(appliedOf({ status: "reading", progress: 3, counts })).toBe(null);
    expect(hasPlan({ status: "reading", counts: COUNTS })).toBe(false);
    expect(hasPlan({ status: "done", counts: COUNTS })).toBe(true);
  });

  it("shows what changed in an object first", () => {
    const before = { attributes: { mail: ["a@x"], uid: ["a"] }, active: true, entitlements: ["B"] };
    const after = { attributes: { mail: ["b@x"], uid: ["a"] }, active: true, entitlements: ["B"] };
    const lines = contentLines(before, after);
    expect(lines[0]).toMatchObject({ name: "mail", before: ["a@x"], after: ["b@x"] });
    expect(lines.filter(({ isChanged }) => isChanged)).toHaveLength(1);
    expect(contentLines(null, after).every(({ isChanged }) => isChanged)).toBe(true);
  });
});

describe("adding and confirming a system", () => {
  const limits = (isReached: boolean) => ({ limit: 1, used: 1, isReached });

  it("[RES-28] [RES-29] [RES-30] offers only kinds whose limit is not reached", () => {
    const known = {
      export: limits(true),
      api: limits(false),
      manual: limits(false),
      hr: limits(false),
    };
    expect(possibleKinds({ kinds: ["hr", "export"] }, known)).toEqual(["hr"]);
    expect(possibleKinds({ kinds: ["hr", "export"] }, null)).toEqual(["export", "hr"]);
  });

  it("needs a configuration, a passed test and a publication", () => {
    const system = {
      kind: "export" as const,
      published: true,
      locked: false,
      test: { passed: [], failure: null },
    };
    expect(mayConfirm(system, true)).toBe(true);
    expect(mayConfirm(system, false)).toBe(false);
    expect(mayConfirm({ ...system, test: null }, true)).toBe(false);
    expect(mayConfirm({ ...system, published: false }, true)).toBe(false);
    expect(mayConfirm({ ...system, kind: "manual", test: null }, true)).toBe(true);
    expect(mayConfirm({ ...system, locked: true }, true)).toBe(false);
  });
});

/** The recorded outcomes of a live app, compared with the replay of its log. */
import { describe, expect, it } from "vitest";
import { screenFailed, themeChosen } from "#events/actions/app.ts";
import { getCurrentUser } from "#events/calls/session.ts";
import "#src/app/models.ts";
import { loadModelsFx } from "#src/app/lazyModels.ts";
import { chooseTheme, startApp, toggleMenu, toggleShortcuts } from "#src/app/model.ts";
import { moveThreshold, tickResource } from "#src/features/policy-builder/model.ts";
import { signOut } from "#src/data/session/index.ts";
import { checkReplay } from "#src/kernel/log/checkReplay.ts";
import {
  completeOutcomes,
  recordStateDigests,
  type RecordedOutcome,
} from "#src/kernel/log/stateDigests.ts";
import { createDigestWriter } from "#src/kernel/log/digestWriter.ts";
import { readLog } from "#src/kernel/log/readLog.ts";
import type { LoggedSession } from "#src/kernel/log/writeLog.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { notificationOf, showNotification } from "#src/kernel/notifications.ts";
import { allProjections, createProjection, type Projection } from "#src/kernel/projection.ts";
import { withFault } from "../../support/faultyProjection.ts";
import { makeUser } from "../../support/fixtures.ts";
import { fileOf } from "../../support/logFiles.ts";
import { createTestApp, port } from "../../support/scope.ts";
import { said } from "../../../support/english.ts";

function keepOutcomes() {
  return createDigestWriter({
    idle: () => new Promise(() => {}),
    write: async () => {},
    visible: () => null,
    begins: new Map([...allProjections()].map(([name, { initial }]) => [name, initial])),
  });
}

/** The app with recorded outcomes; `log` is its session so far. */
function createLoggedApp() {
  const app = createTestApp();
  const keeper = keepOutcomes();
  recordStateDigests(app.scope, keeper.push);
  const log = (): LoggedSession => ({
    id: "test",
    checkpoint: null,
    events: [...app.log],
    outcomes: keeper.all(),
  });
  return { app, log };
}

async function journey(app: ReturnType<typeof createTestApp>) {
  await app.act(startApp, { version: "1", path: "/", debugStore: false });
  await app.signIn(makeUser());
  await app.act(navigateTo, { path: "/support", cause: null });
  await app.act(chooseTheme, { theme: "dark" as const });
  await app.act(toggleMenu, { open: true });
  await app.open("policyBuilder", "/rbac/role-mapping/o/access-policy-builder", { oid: "o" });
  for (let percent = 30; percent < 60; percent += 1) await app.act(moveThreshold, { percent });
  for (let resource = 0; resource < 20; resource += 1) {
    await app.act(tickResource, { resource, ticked: false });
  }
  await app.act(toggleShortcuts, { open: true });
  await app.record(screenFailed, { route: "support", message: "No network" });
  await app.act(signOut, { userTimedOut: false, cause: null });
}

describe("the outcomes that an app records", () => {
  it("equal those of a replay, for every event", async () => {
    const { app, log } = createLoggedApp();
    await journey(app);
    const session = log();
    const report = checkReplay(session, allProjections().values());
    expect(report.divergence).toBeNull();
    expect(report.outcomes).toBe(session.events.length);
    expect(report.checks).toBeGreaterThan(0);
    expect(new Set(session.outcomes.digests.values()).size).toBeGreaterThan(50);
    for (const [name, { $state }] of allProjections()) {
      expect(report.states.get(name)).toEqual(app.get($state));
    }
  });

  it("belong to their event even if several occur in the same turn", async () => {
    const { app, log } = createLoggedApp();
    await app.act(startApp, { version: "1", path: "/", debugStore: false });
    // Each writes to the same store in the same turn.
    for (const message of ["one", "two", "three"]) {
      void app.act(showNotification, notificationOf("info", said(message), "e1"));
    }
    await app.act(showNotification, notificationOf("info", said("four"), "e1"));
    const report = checkReplay(log(), allProjections().values());
    expect(report.divergence).toBeNull();
    expect(report.outcomes).toBe(app.log.length);
  });

  it("include a lazily loaded projection with all events before it", async () => {
    let load = (): void => undefined;
    const loaded = new Promise<void>((resolve) => (load = resolve));
    const app = createTestApp({ handlers: [port(loadModelsFx, () => loaded)] });
    const notes: RecordedOutcome[] = [];
    recordStateDigests(app.scope, (note) => void notes.push(note));
    await journey(app);
    const $late = createProjection<{ readonly themes: number }>(
      "outcomesTest/late",
      { themes: 0 },
      (on) => [on(themeChosen, ({ themes }) => ({ themes: themes + 1 }))],
      { keepOnLogout: true },
    );
    // An event may arrive between the code and its fold.
    await app.act(chooseTheme, { theme: "light" as const });
    expect(app.get($late)).toEqual({ themes: 1 });
    load();
    await app.settle();
    expect(app.get($late)).toEqual({ themes: 2 });
    await app.act(chooseTheme, { theme: "system" as const });
    completeOutcomes(notes, app.log, [allProjections().get("outcomesTest/late") as Projection]);
    const keeper = keepOutcomes();
    for (const note of notes) keeper.push(note);
    const session = { checkpoint: null, events: app.log, outcomes: keeper.all() };
    const report = checkReplay(session, allProjections().values());
    expect(report.divergence).toBeNull();
    expect(report.outcomes).toBe(app.log.length);
    expect(report.states.get("outcomesTest/late")).toEqual({ themes: 3 });
  });

  it("start with a check that names the projections for a build with others", async () => {
    const { app, log } = createLoggedApp();
    await app.act(toggleShortcuts, { open: true });
    const session = log();
    expect(session.outcomes.checks.map(({ seq }) => seq)).toEqual([1]);
    const others = [...allProjections().values()].filter(
      ({ name }) => name !== "app/shortcutsOpen",
    );
    const since: Projection = {
      ...(allProjections().get("app/shortcutsOpen") as Projection),
      name: "outcomesTest/since",
    };
    const report = checkReplay(session, [...others, since]);
    expect(report.divergence).toMatchObject({ changes: [], unknown: ["app/shortcutsOpen"] });
    expect(checkReplay(session, [...allProjections().values(), since]).divergence).toBeNull();
  });

  it("show where the live app behaved differently", async () => {
    const { app, log } = createLoggedApp();
    await journey(app);
    const session = log();
    // As with a reducer that reads a clock: the log is the same, but the state differs.
    const { seq } = app.envelopes(getCurrentUser.succeeded)[0] ?? { seq: 0 };
    const digests = new Map(session.outcomes.digests).set(seq, "abcdef");
    const { divergence } = checkReplay(
      { ...session, outcomes: { ...session.outcomes, digests } },
      allProjections().values(),
    );
    expect(divergence).toMatchObject({ kind: "outcome", event: { seq } });
    expect(divergence?.changes.map(({ projection }) => projection)).toContain("session");
  });
});

describe("a file", () => {
  async function readBack(log: LoggedSession): Promise<LoggedSession> {
    const file = await fileOf({ sessions: [log], bodies: [] });
    const { sessions } = await readLog(new Blob([file as Uint8Array<ArrayBuffer>]).stream());
    const [session] = sessions;
    if (!session) throw new Error("The file holds no session");
    return session;
  }

  it("repeats no digest of a state that has not changed since the check before", async () => {
    const { app, log } = createLoggedApp();
    await app.act(chooseTheme, { theme: "dark" as const });
    await app.record(getCurrentUser.failed, { status: 503, code: "EDOWN", reason: said("Down") });
    await app.act(chooseTheme, { theme: "light" as const });
    await app.record(getCurrentUser.failed, { status: 503, code: "EDOWN", reason: said("Down") });
    const { outcomes } = await readBack(log());
    const [first, ...later] = outcomes.checks.map(({ states }) => Object.keys(states));
    expect(first).toHaveLength(allProjections().size);
    const changed = later.flat();
    expect(changed).toContain("app/theme");
    expect(changed).not.toContain("app/language");
    expect(changed.length).toBeLessThan(10);
  });

  it("shows a state that a replay changes and the recording did not, also without outcomes", async () => {
    const { app, log } = createLoggedApp();
    await journey(app);
    await app.act(toggleMenu, { open: true });
    await app.record(getCurrentUser.failed, { status: 503, code: "EDOWN", reason: said("Down") });
    const session = await readBack(log());
    const last = session.outcomes.checks.at(-1);
    expect(Object.keys(last?.states ?? {})).not.toContain("app/theme");
    const projections = withFault(
      [...allProjections().values()].map((one) => ({ ...one, concerns: () => true })),
      { name: "app/theme", seq: (last?.seq ?? 0) - 1 },
      () => "light",
    );
    const outcomes = { ...session.outcomes, digests: new Map<number, string>() };
    const { divergence } = checkReplay({ ...session, outcomes }, projections);
    expect(divergence).toMatchObject({ kind: "state", suspects: ["app/theme"] });
    expect(divergence?.event.seq).toBe(last?.seq);
  });
});

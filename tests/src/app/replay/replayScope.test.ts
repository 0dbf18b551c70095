import { createWatch, scopeBind, type Effect } from "effector";
import { expect, it } from "vitest";
import { createReplayScope } from "#src/app/replay/replayScope.ts";
import "#src/app/models.ts";
import { $theme, chooseTheme, startApp } from "#src/app/model.ts";
import { $user, signOut } from "#src/data/session/index.ts";
import { analyticsFx } from "#src/kernel/analytics.ts";
import { sendFx } from "#src/kernel/calls.ts";
import { exportLogFx, measureLogFx } from "#src/kernel/log/ports.ts";
import { createTimeline, type Timeline } from "#src/kernel/log/timeline.ts";
import { navigateTo } from "#src/kernel/navigation.ts";
import { dataLayerFx, delayFx, historyFx, keepClientFx, notifyTabsFx } from "#src/kernel/ports.ts";
import { allProjections } from "#src/kernel/projection.ts";
import { appendFx } from "#src/kernel/recorder.ts";
import { makeUser } from "../../support/fixtures.ts";
import { createTestApp } from "../../support/scope.ts";

const projections = [...allProjections().values()];

/** A session with sign-in, theme, navigation and screens. */
async function record(): Promise<Timeline> {
  const app = createTestApp();
  await app.act(startApp, { version: "1", path: "/dashboard", debugStore: false });
  await app.signIn(makeUser());
  await app.open("dashboard", "/dashboard");
  await app.act(chooseTheme, { theme: "dark" });
  await app.act(navigateTo, { path: "/support", cause: null });
  await app.open("support", "/support");
  return createTimeline({ checkpoint: null, events: app.log }, projections);
}

const SCREENS = ["dashboard", "support"];

function createReplay(screens = SCREENS) {
  const themes: (string | undefined)[] = [];
  const replay = createReplayScope({
    code: {
      screens: new Map(screens.map((name) => [name, { View: () => null }])),
      clock: { KeepAlive: () => null },
    },
    showDocument: ({ theme }) => void themes.push(theme),
    ask: () => Promise.reject(new Error("No report")),
  });
  const statesOf = () =>
    new Map(projections.map(({ name, $state }) => [name, replay.scope.getState($state)]));
  return { ...replay, themes, statesOf };
}

it("has the states of the log after each event, whether it steps or jumps", async () => {
  const timeline = await record();
  expect(timeline.events.length).toBeGreaterThan(8);
  const { scope, show, step, statesOf } = createReplay();
  show(timeline.statesAt(0));
  for (const [at, event] of timeline.events.entries()) {
    step(event);
    expect(statesOf()).toEqual(timeline.statesAt(at + 1));
  }
  expect(scope.getState($theme)).toBe("dark");
  for (const count of [2, timeline.events.length, 0, 5]) {
    show(timeline.statesAt(count));
    expect(statesOf()).toEqual(timeline.statesAt(count));
  }
});

it.each([[SCREENS], [[]]])("stays in those states with the code of %j", async (screens) => {
  const timeline = await record();
  const { show, statesOf } = createReplay(screens);
  for (const count of [0, timeline.events.length]) {
    show(timeline.statesAt(count));
    await new Promise((resolve) => setImmediate(resolve));
    expect(statesOf()).toEqual(timeline.statesAt(count));
  }
});

it("shows the theme of the session on its own page only", async () => {
  const timeline = await record();
  const { show, themes } = createReplay();
  show(timeline.statesAt(timeline.events.length));
  show(timeline.statesAt(0));
  expect(themes).toEqual(["dark", "system"]);
});

it("records, requests and sends nothing, whatever the events and the user do", async () => {
  const timeline = await record();
  const { scope, show, step, statesOf } = createReplay();
  const done: string[] = [];
  const asked: string[] = [];
  const watch = <Params, Done, Fail>(port: Effect<Params, Done, Fail>) => {
    const name = port.sid ?? "";
    createWatch({ unit: port, scope, fn: () => asked.push(name) });
    createWatch({ unit: port.done, scope, fn: () => done.push(name) });
  };
  watch(appendFx);
  watch(sendFx);
  watch(analyticsFx);
  watch(historyFx);
  watch(delayFx);
  watch(dataLayerFx);
  watch(keepClientFx);
  watch(notifyTabsFx);
  watch(measureLogFx);
  watch(exportLogFx);
  for (const event of timeline.events) step(event);
  show(timeline.statesAt(timeline.events.length));
  expect(asked.filter((port) => port !== "kernel/append")).toEqual([]);

  const before = statesOf();
  expect(scope.getState($user)).not.toBeNull();
  scopeBind(signOut, { scope })({ userTimedOut: false, cause: null });
  scopeBind(navigateTo, { scope })({ path: "/dashboard", cause: null });
  expect(statesOf()).toEqual(before);
  expect(asked).toContain("kernel/append");
  expect(done).toEqual([]);
});

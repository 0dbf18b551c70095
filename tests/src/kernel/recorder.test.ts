/** The single entry point for events: their order, and the events that may follow. */
import { Type } from "typebox";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { themeChosen } from "#events/actions/app.ts";
import { induce } from "#events/calls/orgs.ts";
import { loginSubmitted } from "#events/actions/session.ts";
import { login } from "#events/calls/session.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { $theme, chooseTheme } from "#src/app/model.ts";
import { induceCall } from "#src/data/orgs/index.ts";
import { submitLogin } from "#src/features/login/model.ts";
import { createProjection } from "#src/kernel/projection.ts";
import {
  $log,
  createAction,
  createAppend,
  createFollowUp,
  onLive,
  recorded,
} from "#src/kernel/recorder.ts";
import { uuid } from "../support/fixtures.ts";
import { createTestApp, TEST_START, type TestApp } from "../support/scope.ts";

const counted = defineEvent("recorderTest/counted", 1, Type.Object({ by: Type.Integer() }));
const doubled = defineEvent("recorderTest/doubled", 1, Type.Object({}));
const count = createAction(counted);
const double = createFollowUp(doubled);
const $count = createProjection("recorderTest/count", 1, (on) => [
  on(counted, (state, { by }) => state + by),
  on(doubled, (state) => state * 2),
]);

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

describe("the log", () => {
  it("gives each event its position, id, time, session and cause", async () => {
    await app.act(count, { by: 1 });
    await app.act(double, { payload: {}, cause: "e1" });
    expect(app.get($log).entries).toEqual([
      {
        seq: 1,
        id: "e1",
        session: "test",
        time: TEST_START,
        cause: null,
        type: "recorderTest/counted",
        version: 1,
        payload: { by: 1 },
      },
      expect.objectContaining({ seq: 2, id: "e2", cause: "e1", type: "recorderTest/doubled" }),
    ]);
    expect(app.get($log).length).toBe(2);
  });

  it("is JSON: parsing its text gives the same events", async () => {
    await app.act(chooseTheme, { theme: "dark" as const });
    await app.act(submitLogin, { username: "ada", password: "secret" });
    const { entries } = app.get($log);
    expect(JSON.parse(JSON.stringify(entries))).toEqual(entries);
  });

  it("of one app is separate from another's", async () => {
    const other = createTestApp();
    await app.act(count, { by: 1 });
    await other.act(count, { by: 5 });
    expect(app.get($log).entries.map(({ type }) => type)).toEqual([counted.type]);
    expect(other.get($log).entries).toHaveLength(1);
    expect(app.get($count)).toBe(2);
  });

  it("contains no password even if the request does", async () => {
    await app.act(submitLogin, { username: "ada", password: "correct horse" });
    expect(app.waiting(login)[0]?.input.body).toMatchObject({ password: "correct horse" });
    expect(JSON.stringify(app.log)).not.toContain("correct horse");
    expect(app.envelopes(loginSubmitted)[0]?.payload).toEqual({ username: "ada" });
  });

  it("records a very long list as its length, and sends all of it", async () => {
    const body = Array.from({ length: 1001 }, (_, n) => uuid(n));
    await app.act(induceCall.start, {
      params: { clientId: uuid(1), oid: uuid(2) },
      query: {},
      body,
      cause: null,
    });
    expect(app.envelopes(induce.requested)[0]?.payload.body).toEqual({ omitted: 1001 });
    expect(app.waiting(induce)[0]?.input.body).toEqual(body);
  });
});

describe("a projection", () => {
  it("reduces recorded events before reactions run", async () => {
    const seen: number[] = [];
    onLive(counted).watch(() => seen.push(app.get($count)));
    await app.act(count, { by: 4 });
    expect(app.get($count)).toBe(5);
    expect(seen).toEqual([5]);
  });

  it("is replayed without running reactions", async () => {
    await app.act(chooseTheme, { theme: "dark" as const });
    await app.act(submitLogin, { username: "ada", password: "secret" });
    const replay = createTestApp();
    const react = vi.fn();
    onLive(themeChosen).watch(react);
    for (const envelope of app.get($log).entries) await replay.act(recorded, envelope);
    expect(replay.get($theme)).toBe("dark");
    expect(replay.sent).toEqual([]);
    expect(react).not.toHaveBeenCalled();
    expect(replay.get($log).entries).toEqual(app.get($log).entries);
  });

  it("has a unique name, and one reducer per event", () => {
    expect(() => createProjection("recorderTest/count", 0, () => [])).toThrow(
      "Two projections are named recorderTest/count",
    );
    expect(() =>
      createProjection("recorderTest/twice", 0, (on) => [
        on(counted, (state) => state),
        on(counted, (state) => state + 1),
      ]),
    ).toThrow("recorderTest/twice has two steps for one event");
  });
});

describe("two declarations of one event", () => {
  it("are refused", () => {
    expect(() => createAction(defineEvent("recorderTest/counted", 2, Type.Object({})))).toThrow(
      "Two events are declared as recorderTest/counted",
    );
  });
});

describe("the append port", () => {
  it("numbers events without gaps and keeps the fields of the schema", () => {
    const append = createAppend({ now: () => 5, newId: () => "id", sessionOf: () => "s" });
    const request = { definition: counted, payload: { by: 1, token: "t" }, cause: null };
    expect([append(request), append(request)].map(({ envelope }) => envelope.seq)).toEqual([1, 2]);
    const { envelope, payload } = append(request);
    expect(envelope.payload).toEqual({ by: 1 });
    expect(payload).toEqual({ by: 1, token: "t" });
  });
});

/** Reactions: consequences of live events only. */
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { defineCall } from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createProjection } from "#src/kernel/projection.ts";
import { react } from "#src/kernel/react.ts";
import { createAction, createFollowUp, recorded } from "#src/kernel/recorder.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const added = defineEvent("reactTest/added", 1, Type.Object({ amount: Type.Integer() }));
const doubled = defineEvent("reactTest/doubled", 1, Type.Object({}));
const exceeded = defineEvent("reactTest/exceeded", 1, Type.Object({ total: Type.Integer() }));
const noted = defineEvent("reactTest/noted", 1, Type.Object({ status: Type.Integer() }));
const ping = defineCall({
  name: "reactTest/ping",
  method: "POST",
  endpoint: "/api/ping",
  permission: "signedIn",
  schema: { responses: { 200: Type.Object({}) } },
});

const add = createAction(added);
const double = createAction(doubled);
const pingCall = createCall(ping);
const $total = createProjection("reactTest/total", 0, (on) => [
  on(added, (total, { amount }) => total + amount),
  on(doubled, (total) => total * 2),
]);
react(
  [added, doubled],
  $total,
  (total) => (total > 10 ? { payload: { total } } : null),
  createFollowUp(exceeded),
);
react(
  pingCall.succeeded,
  $total,
  (_total, { payload: { status } }) => ({ payload: { status }, cause: null }),
  createFollowUp(noted),
);

let app: TestApp;
beforeEach(() => {
  app = createTestApp();
});

describe("a reaction", () => {
  it("calls its target with a value computed from the state after the event, caused by the event", async () => {
    await app.act(add, { amount: 7 });
    await app.act(add, { amount: 5 });
    const [first, ...others] = app.envelopes(exceeded);
    expect(first?.payload).toEqual({ total: 12 });
    expect(first?.cause).toBe(app.envelopes(added)[1]?.id);
    expect(others).toEqual([]);
  });

  it("calls nothing for null", async () => {
    await app.act(add, { amount: 10 });
    expect(app.envelopes(exceeded)).toEqual([]);
  });

  it("runs for each event of a list", async () => {
    await app.act(add, { amount: 6 });
    await app.act(double, {});
    expect(app.envelopes(exceeded).map(({ payload }) => payload)).toEqual([{ total: 12 }]);
  });

  it("runs for the answers of a call, and may name another cause", async () => {
    await app.act(pingCall.start, { cause: null });
    await app.reply(ping, {});
    expect(app.envelopes(noted)).toMatchObject([{ payload: { status: 200 }, cause: null }]);
  });

  it("does not run for replayed events", async () => {
    await app.act(add, { amount: 12 });
    const [envelope] = app.envelopes(added);
    const replay = createTestApp();
    if (envelope) await replay.act(recorded, envelope);
    expect(replay.get($total)).toBe(12);
    expect(replay.envelopes(exceeded)).toEqual([]);
  });
});

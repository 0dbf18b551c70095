/** Tasks: effects whose runs and outcomes follow from live events. */
import { createEffect } from "effector";
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { MessageSchema } from "#events/kernel/message.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import { MessageError } from "#src/kernel/messageError.ts";
import { notify } from "#src/kernel/notify.ts";
import { notifyFailures } from "#src/kernel/notifyFailures.ts";
import { react } from "#src/kernel/react.ts";
import { createAction, createFollowUp, recorded } from "#src/kernel/recorder.ts";
import { createTask } from "#src/kernel/task.ts";
import { english } from "../../support/english.ts";
import { createTestApp, port, type TestApp } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";

const wanted = defineEvent("taskTest/wanted", 1, Type.Object({ name: Type.String() }));
const counted = defineEvent("taskTest/counted", 1, Type.Object({ letters: Type.Integer() }));
const broken = defineEvent("taskTest/broken", 1, Type.Object({ reason: MessageSchema }));
const want = createAction(wanted);
const countFx = createEffect<string, number>({ handler: () => 0 });

const every = createTask(countFx);
const newest = createTask(countFx, { newestOnly: true });
react(wanted, ({ payload: { name } }) => (name === "" ? null : { input: name }), every.start);
react(wanted, ({ payload: { name } }) => (name === "" ? null : { input: name }), newest.start);
const newestCounted = defineEvent("taskTest/newest", 1, Type.Object({ letters: Type.Integer() }));
react(
  every.done,
  ({ payload: { result } }) => ({ payload: { letters: result } }),
  createFollowUp(counted),
);
react(
  newest.done,
  ({ payload: { result } }) => ({ payload: { letters: result } }),
  createFollowUp(newestCounted),
);
react(every.failed, ({ payload: { reason } }) => ({ payload: { reason } }), createFollowUp(broken));
notify("success", counted, ({ letters }) =>
  letters === 0 ? null : message("common.text", { text: `${letters} letters` }),
);
notifyFailures(broken, (reason) => message("common.text", { text: `Not: ${english(reason)}` }));

let app: TestApp;
/** Ends the runs, oldest first. */
let ends: (() => void)[];
beforeEach(() => {
  ends = [];
  app = createTestApp({
    handlers: [
      port(countFx, async (name) => {
        await new Promise<void>((resolve) => ends.push(resolve));
        if (name === "bad") throw new MessageError(message("common.text", { text: "Bad name" }));
        return name === "nobody" ? 0 : name.length;
      }),
    ],
  });
});
const end = async (at: number) => {
  ends[at]?.();
  await app.settle();
};

describe("a task", () => {
  it("runs because of an event, which is the cause of the outcome", async () => {
    await app.act(want, { name: "anna" });
    expect(app.get(every.$isRunning)).toBe(true);
    await end(0);
    expect(app.get(every.$isRunning)).toBe(false);
    expect(app.envelopes(counted)).toMatchObject([
      { payload: { letters: 4 }, cause: app.envelopes(wanted)[0]?.id },
    ]);
    expect(notificationsOf(app)).toMatchObject([{ message: "4 letters", type: "success" }]);
  });

  it("does not run for null, nor in a replay", async () => {
    await app.act(want, { name: "" });
    const [envelope] = app.envelopes(wanted);
    if (envelope) await app.act(recorded, { ...envelope, payload: { name: "anna" } });
    expect(ends).toEqual([]);
  });

  it("reports why it failed, by the message of the error", async () => {
    await app.act(want, { name: "bad" });
    await end(0);
    expect(app.envelopes(broken)).toMatchObject([{ cause: app.envelopes(wanted)[0]?.id }]);
    expect(notificationsOf(app)).toMatchObject([{ message: "Not: Bad name", type: "error" }]);
  });

  it("notifies of nothing where there is no message", async () => {
    await app.act(want, { name: "nobody" });
    await end(0);
    expect(app.envelopes(counted)).toHaveLength(1);
    expect(notificationsOf(app)).toEqual([]);
  });

  it("has the outcomes of every run, or those of the newest only", async () => {
    await app.act(want, { name: "anna" });
    await app.act(want, { name: "bo" });
    for (const at of [2, 3, 0, 1]) await end(at);
    const letters = (events: readonly { payload: { letters: number } }[]) =>
      events.map(({ payload }) => payload.letters);
    expect(letters(app.envelopes(counted))).toEqual([2, 4]);
    expect(letters(app.envelopes(newestCounted))).toEqual([2]);
  });
});

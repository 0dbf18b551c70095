/** Queries: one resource, whose value stays while it is fetched again and is cleared when another is wanted. */
import { createStore } from "effector";
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { logout } from "#events/calls/session.ts";
import { Text } from "#events/entities/common.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createProjection } from "#src/kernel/projection.ts";
import { createQuery } from "#src/kernel/query.ts";
import { createAction } from "#src/kernel/recorder.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";

const getThing = defineCall({
  name: "thing/getThing",
  method: "GET",
  endpoint: "/api/thing/:thingId",
  permission: "signedIn",
  schema: {
    params: Type.Object({ thingId: Text }),
    responses: { 200: Type.Object({ id: Text, name: Text }) },
  },
});
const renameThing = defineCall({
  name: "thing/renameThing",
  method: "PUT",
  endpoint: "/api/thing/:thingId",
  permission: "signedIn",
  schema: {
    params: Type.Object({ thingId: Text }),
    body: Type.Object({ name: Text }),
    responses: { 200: Type.Object({ id: Text, name: Text }) },
  },
});
const chosen = defineEvent("thing/chosen", 1, Type.Object({ id: Type.String() }));
const changedElsewhere = defineEvent("thing/changedElsewhere", 1, Type.Object({}));

const choose = createAction(chosen);
const noteChange = createAction(changedElsewhere);
const $id = createProjection("thing/id", "", (on) => [on(chosen, (_id, { id }) => id)]);
createCall(renameThing);
const $thing = createQuery("thing/thing", {
  call: createCall(getThing),
  input: $id.map((thingId) => (thingId === "" ? null : { params: { thingId } })),
  valueOf: ({ body }) => body,
  refreshOn: [changedElsewhere],
  changes: (on) => [
    on(renameThing.succeeded, (thing, { body }) => (body.id === thing.id ? body : thing)),
  ],
});
const $session = createQuery("thing/constant", {
  call: createCall(
    defineCall({
      name: "thing/getConstant",
      method: "GET",
      endpoint: "/api/constant",
      permission: "signedIn",
      schema: { responses: { 200: Text } },
    }),
  ),
  input: createStore<object | null>(null),
  valueOf: ({ body }) => body,
  refreshOnOpen: false,
});

let app: TestApp;
const asked = () => app.waiting(getThing).map(({ input }) => input.params);
beforeEach(() => {
  app = createTestApp();
});

describe("a query", () => {
  it("requests nothing while it is inactive", async () => {
    await app.open("other", "/other");
    expect(app.sent).toEqual([]);
    expect(app.get($session)).toEqual({
      value: null,
      status: "loading",
      isBusy: false,
      failure: null,
    });
  });

  it("keeps the value while it is fetched again", async () => {
    await app.act(choose, { id: "a" });
    expect(asked()).toEqual([{ thingId: "a" }]);
    await app.reply(getThing, { id: "a", name: "Ada" });
    expect(app.get($thing)).toMatchObject({ status: "ready", value: { name: "Ada" } });
    await app.act(noteChange, {});
    expect(app.get($thing)).toMatchObject({ status: "ready", isBusy: true });
    await app.reply(getThing, { id: "a", name: "Ada L." });
    expect(app.get($thing)).toMatchObject({ value: { name: "Ada L." }, isBusy: false });
  });

  it("never shows the value of another key, nor an unwanted answer", async () => {
    await app.act(choose, { id: "a" });
    await app.reply(getThing, { id: "a", name: "Ada" });
    await app.act(choose, { id: "b" });
    expect(app.get($thing)).toMatchObject({ status: "loading", value: null });
    await app.act(choose, { id: "c" });
    await app.reply(getThing, { id: "b", name: "Bob" });
    expect(app.get($thing).value).toBeNull();
    await app.reply(getThing, { id: "c", name: "Cleo" });
    expect(app.get($thing).value).toEqual({ id: "c", name: "Cleo" });
  });

  it("applies changes from other calls", async () => {
    await app.act(choose, { id: "a" });
    await app.reply(getThing, { id: "a", name: "Ada" });
    await app.record(renameThing.succeeded, { status: 200, body: { id: "a", name: "Ava" } });
    expect(app.get($thing).value).toEqual({ id: "a", name: "Ava" });
    expect(asked()).toEqual([]);
  });

  it("fetches again if a change arrived during the fetch, whose answer is older", async () => {
    await app.act(choose, { id: "a" });
    await app.record(renameThing.succeeded, { status: 200, body: { id: "a", name: "Ava" } });
    expect(asked()).toHaveLength(2);
    await app.reply(getThing, { id: "a", name: "Ada" });
    expect(app.get($thing).value).toBeNull();
    await app.reply(getThing, { id: "a", name: "Ava" });
    expect(app.get($thing).value).toEqual({ id: "a", name: "Ava" });
  });

  it("fails without an automatic retry, and fetches again when it is stale", async () => {
    await app.act(choose, { id: "a" });
    await app.fail(getThing, { status: 404, code: "ENOTFOUND" });
    expect(app.get($thing)).toMatchObject({ status: "failed", failure: { code: "ENOTFOUND" } });
    await app.open("other", "/other");
    expect(asked()).toEqual([{ thingId: "a" }]);
  });

  it("does not report the end of a session, which is reported once for all calls", async () => {
    await app.act(choose, { id: "a" });
    await app.fail(getThing, { status: 401, code: "EBADSESSION" });
    expect(app.get($thing).failure).toBeNull();
  });

  it("clears everything when the session ends", async () => {
    await app.act(choose, { id: "a" });
    await app.reply(getThing, { id: "a", name: "Ada" });
    await app.record(logout.succeeded, { status: 200, body: { userTimedOut: false } });
    expect(app.get($thing).value).toBeNull();
  });
});

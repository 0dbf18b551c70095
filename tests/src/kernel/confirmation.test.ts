/** Confirmations: a dialog that asks before an action, with or without a text to type. */
import { createStore } from "effector";
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { Text } from "#events/entities/common.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineConfirmation } from "#events/kernel/confirmation.ts";
import { message } from "#events/messages/message.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createConfirmation } from "#src/kernel/confirmation.ts";
import { createTestApp, type TestApp } from "../support/scope.ts";
import { notificationsOf } from "../support/told.ts";
import { said } from "../../support/english.ts";

const call = <const Name extends string>(name: `pens/${Name}`) =>
  defineCall({
    name,
    method: "POST",
    endpoint: `/api/${name}/:pen`,
    permission: "signedIn",
    schema: { params: Type.Object({ pen: Text }), responses: { 200: Type.Object({}) } },
  });
const emptyPen = call("pens/emptyPen");
const deletePen = call("pens/deletePen");
const Pen = Type.Object({ pen: Text });

const options = {
  source: createStore<string | null>("client"),
  request: ({ pen }: { pen: string }) => ({ params: { pen } }),
  doneMessage: ({ pen }: { pen: string }) => message("users.deleted", { username: pen }),
  failedMessage: ({ pen }: { pen: string }, reason: ReturnType<typeof message>) =>
    message("users.notDeleted", { username: pen, reason }),
};
const plain = createConfirmation(defineConfirmation("pens/emptying", Pen), {
  ...options,
  call: createCall(emptyPen),
});
const typed = createConfirmation(defineConfirmation("pens/deletion", Pen), {
  ...options,
  call: createCall(deletePen),
  expected: ({ pen }) => pen,
});

let app: TestApp;
const notes = () => notificationsOf(app).map(({ message: text }) => text);
const params = () => app.waiting(emptyPen).map(({ input }) => input.params);
beforeEach(async () => {
  app = createTestApp();
  await app.open("pens", "/pens");
});

describe("a plain confirmation", () => {
  it("is ready immediately, sends its subject once, closes on success and reports it", async () => {
    expect(app.get(plain.$view)).toMatchObject({ isOpen: false, isReady: false });
    await app.act(plain.open, { subject: { pen: "A" } });
    expect(app.get(plain.$view)).toMatchObject({ isOpen: true, isReady: true, expected: null });
    await app.act(plain.confirm, {});
    await app.act(plain.confirm, {});
    expect(params()).toEqual([{ pen: "A" }]);
    expect(app.get(plain.$view).isBusy).toBe(true);
    await app.reply(emptyPen, {});
    expect(app.get(plain.$view)).toMatchObject({ isOpen: false, isBusy: false });
    expect(app.get(plain.$sent)).toEqual({ pen: "A" });
    expect(notes()).toEqual(["A was deleted."]);
  });

  it("sends nothing after cancelling or before it was opened", async () => {
    await app.act(plain.confirm, {});
    await app.act(plain.open, { subject: { pen: "A" } });
    await app.act(plain.cancel, {});
    expect(app.get(plain.$view).isOpen).toBe(false);
    expect(params()).toEqual([]);
  });

  it("stays open with the reason of a failure, and can be confirmed again", async () => {
    await app.act(plain.open, { subject: { pen: "A" } });
    await app.act(plain.confirm, {});
    await app.fail(emptyPen, { message: "Out of reach" });
    expect(app.get(plain.$view)).toMatchObject({
      isOpen: true,
      failure: { reason: said("Out of reach") },
    });
    expect(notes()).toEqual([]);
    await app.act(plain.confirm, {});
    expect(app.get(plain.$view).failure).toBeNull();
    expect(params()).toHaveLength(1);
  });

  it("notifies of a failure after it was closed or its screen was left", async () => {
    const leaves = {
      A: () => app.act(plain.cancel, {}),
      B: () => app.open("other", "/other"),
    };
    for (const [pen, leave] of Object.entries(leaves)) {
      await app.act(plain.open, { subject: { pen } });
      await app.act(plain.confirm, {});
      await leave();
      await app.fail(emptyPen, { message: "Out of reach" });
      expect(app.get(plain.$view)).toMatchObject({ isOpen: false, failure: null });
    }
    expect(notes()).toEqual([
      "A was not deleted: Out of reach.",
      "B was not deleted: Out of reach.",
    ]);
  });

  it("that was opened for another subject is not closed by a late answer", async () => {
    await app.act(plain.open, { subject: { pen: "A" } });
    await app.act(plain.confirm, {});
    await app.act(plain.open, { subject: { pen: "B" } });
    await app.reply(emptyPen, {});
    expect(app.get(plain.$view)).toMatchObject({ isOpen: true, subject: { pen: "B" } });
    expect(notes()).toEqual(["A was deleted."]);
  });
});

describe("a typed confirmation", () => {
  it("is ready when the text is typed exactly, and clears it on reopening", async () => {
    await app.act(typed.open, { subject: { pen: "Alpha" } });
    expect(app.get(typed.$view)).toMatchObject({ expected: "Alpha", isReady: false });
    await app.act(typed.type, { text: "alpha" });
    await app.act(typed.confirm, {});
    expect(app.waiting(deletePen)).toEqual([]);
    await app.act(typed.type, { text: "Alpha" });
    expect(app.get(typed.$view).isReady).toBe(true);
    await app.act(typed.cancel, {});
    await app.act(typed.open, { subject: { pen: "Alpha" } });
    expect(app.get(typed.$view)).toMatchObject({ text: "", isReady: false });
  });

  it("sends the subject once the text matches", async () => {
    await app.act(typed.open, { subject: { pen: "Alpha" } });
    await app.act(typed.type, { text: "Alpha" });
    await app.act(typed.confirm, {});
    expect(app.waiting(deletePen)[0]?.input.params).toEqual({ pen: "Alpha" });
  });
});

/** Downloads: files made in pieces by a call. */
import { createEvent, createStore } from "effector";
import { Type } from "typebox";
import { beforeEach, describe, expect, it } from "vitest";
import { Nullable } from "#events/entities/common.ts";
import { defineCall } from "#events/kernel/call.ts";
import { defineEvent } from "#events/kernel/event.ts";
import { MessageSchema } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { sessionLost } from "#events/actions/session.ts";
import { createCall } from "#src/kernel/calls.ts";
import { createDownload } from "#src/kernel/download.ts";
import { openFileFx } from "#src/kernel/filePorts.ts";
import { react } from "#src/kernel/react.ts";
import { createAction, createFollowUp, onLive } from "#src/kernel/recorder.ts";
import { english } from "../../support/english.ts";
import { createTestApp, port, type TestApp } from "../support/scope.ts";

const wanted = defineEvent("downloadTest/wanted", 1, Type.Object({ name: Type.String() }));
const cancelled = defineEvent("downloadTest/cancelled", 1, Type.Object({}));
const saved = defineEvent(
  "downloadTest/saved",
  1,
  Type.Object({ fileName: Nullable(Type.String()), pieces: Type.Integer() }),
);
const notSaved = defineEvent("downloadTest/notSaved", 1, Type.Object({ reason: MessageSchema }));
const getPiece = defineCall({
  name: "downloadTest/getPiece",
  method: "GET",
  endpoint: "/api/pieces/:piece",
  permission: "signedIn",
  schema: {
    params: Type.Object({ piece: Type.String() }),
    responses: { 200: Type.Object({ text: Type.String(), isLast: Type.Boolean() }) },
  },
});

const want = createAction(wanted);
const cancel = createAction(cancelled);
const loseSession = createFollowUp(sessionLost);
const call = createCall(getPiece);
const forbid = createEvent<object>();
const $isAllowed = createStore(true).on(forbid, () => false);
const download = createDownload(wanted, {
  source: $isAllowed,
  check: (isAllowed) => (isAllowed ? null : message("common.text", { text: "Not allowed" })),
  begin: (_isAllowed, { payload: { name } }) =>
    name === "" ? null : { file: { name, type: "text/plain", extension: ".txt" }, job: 0 },
  failedBy: [call.failed],
  cancelledBy: onLive(cancelled),
});
react(download.due, ({ payload }) => ({ params: { piece: String(payload) } }), call.start);
react(
  call.succeeded,
  download.$job,
  (job, { payload: { body } }) =>
    job === null
      ? null
      : { bytes: new TextEncoder().encode(body.text), job: job + 1, isLast: body.isLast },
  download.write,
);
react(
  download.ended,
  ({ payload: { fileName, job } }) => ({ payload: { fileName, pieces: job } }),
  createFollowUp(saved),
);
react(download.failed, ({ payload }) => ({ payload }), createFollowUp(notSaved));

let app: TestApp;
/** What was written, then what ended the file. */
let file: string[];
let isOpened: boolean;
let failsTo: "write" | "close" | null;
beforeEach(() => {
  file = [];
  isOpened = true;
  failsTo = null;
  const done = async (what: "write" | "close" | "abort", text: string) => {
    if (what === failsTo) throw new Error("The disk is full");
    file.push(text);
  };
  app = createTestApp({
    handlers: [
      port(openFileFx, () =>
        isOpened
          ? {
              write: (bytes) => done("write", new TextDecoder().decode(bytes)),
              close: () => done("close", "closed"),
              abort: () => done("abort", "aborted"),
            }
          : null,
      ),
    ],
  });
});
const start = (name = "a.txt") => app.act(want, { name });
const piece = (text: string, isLast = false) => app.reply(getPiece, { text, isLast });
const asked = () => app.waiting(getPiece).map(({ input }) => input.params);
const reasons = () => app.envelopes(notSaved).map(({ payload }) => english(payload.reason));

describe("a download", () => {
  it("requests a piece once the previous one is written, and closes the file after the last", async () => {
    await start();
    expect(asked()).toEqual([{ piece: "0" }]);
    expect(app.get(download.$isRunning)).toBe(true);
    await piece("one ");
    expect(asked()).toEqual([{ piece: "1" }]);
    await piece("two", true);
    expect(file).toEqual(["one ", "two", "closed"]);
    expect(app.envelopes(saved)).toMatchObject([
      { payload: { fileName: "a.txt", pieces: 2 }, cause: app.envelopes(wanted)[0]?.id },
    ]);
    expect(app.get(download.$isRunning)).toBe(false);
    expect(asked()).toEqual([]);
  });

  it("begins nothing for null, and runs one at a time", async () => {
    await start("");
    expect(asked()).toEqual([]);
    await start();
    await start();
    expect(asked()).toHaveLength(1);
  });

  it("ends without a name if the user chose no destination", async () => {
    isOpened = false;
    await start();
    expect(app.envelopes(saved)).toMatchObject([{ payload: { fileName: null, pieces: 0 } }]);
    expect(asked()).toEqual([]);
  });

  it("opens no file if there is nothing to save, and says why", async () => {
    await app.act(forbid, {});
    await start();
    expect(reasons()).toEqual(["Not allowed"]);
    expect(app.get(download.$isRunning)).toBe(false);
  });

  it("discards the file if a piece fails, and says why", async () => {
    await start();
    await app.fail(getPiece, { message: "Nobody answers" });
    expect(file).toEqual(["aborted"]);
    expect(reasons()).toEqual(["Nobody answers"]);
    expect(app.get(download.$isRunning)).toBe(false);
  });

  it.each(["write", "close"] as const)("discards the file if it cannot %s it", async (step) => {
    failsTo = step;
    await start();
    await piece("one", true);
    expect(file.at(-1)).toBe("aborted");
    expect(reasons()).toEqual(["The disk is full"]);
    expect(app.envelopes(saved)).toEqual([]);
    expect(app.get(download.$isRunning)).toBe(false);
  });

  it("discards the file after the current piece if it is cancelled, and can begin again", async () => {
    await start();
    await app.act(cancel, {});
    await piece("one", true);
    expect(file).toEqual(["one", "aborted"]);
    expect([app.envelopes(saved), reasons()]).toEqual([[], []]);
    await start();
    await piece("two", true);
    expect(file.slice(2)).toEqual(["two", "closed"]);
  });

  it("discards the file with the session, and reports nothing", async () => {
    await start();
    await app.act(loseSession, { payload: {}, cause: null });
    expect(file).toEqual(["aborted"]);
    expect([app.envelopes(saved), reasons()]).toEqual([[], []]);
    expect(app.get(download.$isRunning)).toBe(false);
  });
});

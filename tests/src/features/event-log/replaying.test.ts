import { expect, it } from "vitest";
import { replayChosen, replayOpened, replayRefused } from "#events/actions/log.ts";
import { message } from "#events/messages/message.ts";
import {
  $replaying,
  $replayView,
  leaveReplay,
  pickLog,
} from "#src/features/event-log/replaying.ts";
import { LogFileError } from "#src/kernel/log/logFileError.ts";
import { openReplayFx, type OpenedReplay, type OpenReplayRequest } from "#src/kernel/log/ports.ts";
import { createTestApp, port } from "../../support/scope.ts";
import { english } from "../../../support/english.ts";
import { eventually } from "../../../support/eventually.ts";

const FILE = new File(["log"], "case.ndjson.gz");
const OPENED: OpenedReplay = { View: () => null, sessions: 1, events: 12 };

/** An app that opens files by `open`; `files` are the opened ones. */
function createApp(open: (request: OpenReplayRequest) => OpenedReplay | Promise<OpenedReplay>) {
  const files: File[] = [];
  const app = createTestApp({
    handlers: [
      port(openReplayFx, (request) => {
        files.push(request.file);
        return open(request);
      }),
    ],
  });
  return { app, files };
}

it("opens the chosen file, records that, and closes it again", async () => {
  const { app, files } = createApp(() => OPENED);
  await app.act(pickLog, FILE);
  expect(files).toEqual([FILE]);
  expect(app.get($replayView)).toEqual({ View: OPENED.View });
  const [chosen] = app.envelopes(replayChosen);
  const [opened] = app.envelopes(replayOpened);
  expect(chosen?.payload).toEqual({ fileName: "case.ndjson.gz", bytes: 3 });
  expect(opened).toMatchObject({ payload: { sessions: 1, events: 12 }, cause: chosen?.id });

  await app.act(leaveReplay, {});
  expect(app.get($replayView)).toBeNull();
  expect(app.get($replaying)).toEqual({ isOpening: false, isOpen: false, failure: null });
});

it("explains why a file cannot be replayed, and clears the error with the next file", async () => {
  let failure: Error | null = new LogFileError("EBADLOG", message("logs.notText", { line: 7 }), 7);
  const { app } = createApp(() => {
    if (failure) throw failure;
    return OPENED;
  });
  await app.act(pickLog, FILE);
  expect(english(app.get($replaying).failure)).toBe("Line 7 is not text.");
  expect(app.get($replayView)).toBeNull();
  failure = new Error("x".repeat(10_000));
  await app.act(pickLog, FILE);
  expect(english(app.envelopes(replayRefused).at(-1)?.payload.reason)).toHaveLength(500);
  failure = null;
  await app.act(pickLog, FILE);
  expect(app.get($replaying)).toEqual({ isOpening: false, isOpen: true, failure: null });
});

it("opens one file at a time", async () => {
  const { app, files } = createApp(() => new Promise(() => {}));
  await app.act(pickLog, FILE);
  await app.act(pickLog, FILE);
  expect(files).toHaveLength(1);
  expect(app.envelopes(replayChosen)).toHaveLength(1);
});

it("an abandoned file does not open over the next one and is read no further", async () => {
  const reads: (OpenReplayRequest & { finish: (replay: OpenedReplay) => void })[] = [];
  const { app } = createApp(
    (request) => new Promise((finish) => reads.push({ ...request, finish })),
  );
  const [first, second] = [FILE, new File(["other"], "other.ndjson.gz")];
  await app.open("support", "/support");
  await app.act(pickLog, first);
  await app.open("dashboard", "/dashboard");
  expect(reads[0]?.signal.aborted).toBe(true);
  await app.open("support", "/support");
  await app.act(pickLog, second);
  expect(reads[1]?.signal.aborted).toBe(false);
  const other: OpenedReplay = { ...OPENED, View: () => null };
  reads[0]?.finish(OPENED);
  await app.open("support", "/support?first");
  await app.act(pickLog, second);
  reads[2]?.finish(other);
  await eventually(() => expect(app.get($replayView)).toEqual({ View: other.View }));
  expect(app.envelopes(replayOpened)).toHaveLength(1);
});

it("another screen ends the replay", async () => {
  const { app } = createApp(() => OPENED);
  await app.act(pickLog, FILE);
  await app.open("dashboard", "/dashboard");
  expect(app.get($replayView)).toBeNull();
});

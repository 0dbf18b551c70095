/** Opens event logs from files to replay them. What happens inside of a replay is not recorded: nobody acts there. */
import type { Message } from "#events/kernel/message.ts";
import { attach, combine, createEffect, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/log.ts";
import { openReplayFx, type OpenedReplay } from "../../kernel/log/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";

/** Somebody chose a file or dropped it. */
export const pickLog = createEvent<File>();
export const leaveReplay = createAction(actions.replayLeft);
const choose = createAction(actions.replayChosen);
const opened = createFollowUp(actions.replayOpened);
const refused = createFollowUp(actions.replayRefused);

export interface Replaying {
  readonly isOpening: boolean;
  readonly isOpen: boolean;
  /** Why the last file could not be opened. */
  readonly failure: Message | null;
}

const NO_REPLAY: Replaying = { isOpening: false, isOpen: false, failure: null };

export const $replaying = createProjection<Replaying>(
  "support/replaying",
  NO_REPLAY,
  (on) => [
    on(actions.replayChosen, () => ({ ...NO_REPLAY, isOpening: true })),
    on(actions.replayOpened, () => ({ ...NO_REPLAY, isOpen: true })),
    on(actions.replayRefused, (_state, { reason }) => ({ ...NO_REPLAY, failure: reason })),
    on(actions.replayLeft, () => NO_REPLAY),
    on(screenOpened, () => NO_REPLAY),
  ],
  { version: 2 },
);

/** A file that is read, or was read last. */
interface Opening {
  /** The event that chose it. */
  readonly cause: string;
  readonly ending: AbortController;
}
const runOpenFx = attach({
  effect: openReplayFx,
  mapParams: ({ file, ending: { signal } }: Opening & { readonly file: File }) => ({
    file,
    signal,
  }),
});
const abandonFx = createEffect(({ ending }: Opening) => ending.abort());
const $opening = createStore<Opening | null>(null, { serialize: "ignore" })
  .on(onLive(actions.replayChosen), (_state, { id }) => ({
    cause: id,
    ending: new AbortController(),
  }))
  .reset(abandonFx);
/** Who left, and chose another file, waits for that one alone. */
const isAwaited = (opening: Opening | null, { params }: { readonly params: Opening }) =>
  opening?.cause === params.cause;
const wasOpened = sample({
  clock: runOpenFx.done,
  source: $opening,
  filter: isAwaited,
  fn: (_opening, done) => done,
});
const wasRefused = sample({
  clock: runOpenFx.fail,
  source: $opening,
  filter: isAwaited,
  fn: (_opening, failed) => failed,
});

/** Files and what was read of them are too large for the log, and not its business. */
const $file = createStore<File | null>(null, { serialize: "ignore" })
  .on(pickLog, (_state, file) => file)
  .reset(runOpenFx.finally);
const $opened = createStore<OpenedReplay | null>(null, { serialize: "ignore" }).on(
  wasOpened,
  (_state, { result }) => result,
);
const left = sample({
  clock: $replaying.updates,
  filter: ({ isOpen, isOpening }) => !isOpen && !isOpening,
});
sample({ clock: left, fn: () => null, target: $opened });
sample({ clock: left, source: $opening, filter: (opening) => opening !== null, target: abandonFx });

/** The screen of the open replay. */
export const $replayView = combine($replaying, $opened, ({ isOpen }, replay) =>
  isOpen && replay ? { View: replay.View } : null,
);

sample({
  clock: pickLog,
  source: $replaying,
  filter: ({ isOpening }) => !isOpening,
  fn: (_state, { name, size }) => ({ fileName: name, bytes: size }),
  target: choose,
});
const $chosen = combine(
  $file,
  $opening,
  (file, opening) => file && opening && { file, ...opening },
);
sample({
  clock: sample({ clock: onLive(actions.replayChosen), source: $chosen }).filterMap(
    (chosen) => chosen ?? undefined,
  ),
  target: runOpenFx,
});
sample({
  clock: wasOpened,
  fn: ({ params, result: { sessions, events } }) => ({
    payload: { sessions, events },
    cause: params.cause,
  }),
  target: opened,
});
sample({
  clock: wasRefused,
  fn: ({ params, error }) => ({
    payload: { reason: reasonOfError(error) },
    cause: params.cause,
  }),
  target: refused,
});

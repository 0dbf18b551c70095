/** Opens event logs from files for a replay. Events inside a replay are not recorded, because no user caused them. */
import type { Message } from "#events/kernel/message.ts";
import { attach, combine, createEffect, createEvent, createStore, sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import * as actions from "#events/actions/log.ts";
import { openReplayFx, type OpenedReplay } from "../../kernel/log/ports.ts";
import { createProjection } from "../../kernel/projection.ts";
import { reasonOfError } from "../../kernel/messageError.ts";
import { createAction, createFollowUp, onLive } from "../../kernel/recorder.ts";

/** The user chose or dropped a file. */
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

/** The file that is read or was read last. */
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
/** A user who left and chose another file waits only for that file. */
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

/** Files and their content are too large for the log and do not belong there. */
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

/** The open replay's screen. */
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

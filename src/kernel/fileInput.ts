/** A file that the user chooses: its name and size are recorded, it is checked and read, and its content is never recorded. */
import {
  attach,
  createEvent,
  createStore,
  sample,
  type Event,
  type EventCallable,
  type Store,
} from "effector";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { readFileFx } from "./filePorts.ts";
import { react } from "./react.ts";
import { createAction, createFollowUp, onLive, type Happening } from "./recorder.ts";
import type { On, Step } from "./projection.ts";
import { reasonOf } from "./calls.ts";
import type { CallEvents } from "./latest.ts";

interface FileInputOptions {
  /** Bytes. */
  readonly chosen: EventDefinition<string, { fileName: string; bytes: number }>;
  readonly refused: EventDefinition<string, { reason: Message }>;
  /** While true, another file is ignored. */
  readonly $isBusy: Store<boolean>;
  /** Why a file of that many bytes cannot be used; null if it can. */
  readonly check: (bytes: number) => Message | null;
}

export interface ReadFile {
  readonly fileName: string;
  /** Base64. */
  readonly content: string;
}

export interface FileInput {
  readonly pick: EventCallable<File>;
  /** A file was read. Its `id` is that of the choice, so that a request that it leads to names the choice as its cause. */
  readonly read: Event<Happening<ReadFile>>;
}

/** Declares a file input. A file that fails its check or cannot be read leads to `refused`. */
export function createFileInput({ chosen, refused, $isBusy, check }: FileInputOptions): FileInput {
  const pick = createEvent<File>();
  const choose = createAction(chosen);
  const refuse = createFollowUp(refused);
  const $file = createStore<File | null>(null, { serialize: "ignore" }).on(
    pick,
    (_file, file) => file,
  );
  const readFx = attach({
    effect: readFileFx,
    mapParams: ({ file }: { readonly file: File; readonly choice: Happening<unknown> }) => file,
  });
  sample({
    clock: pick,
    source: $isBusy,
    filter: (isBusy) => !isBusy,
    fn: (_isBusy, { name, size }) => ({ fileName: name.slice(0, TEXT_MAX_LENGTH), bytes: size }),
    target: choose,
  });
  react(
    chosen,
    $file,
    (_file, { payload: { bytes } }) => {
      const reason = check(bytes);
      return reason === null ? null : { payload: { reason } };
    },
    refuse,
  );
  sample({
    clock: sample({
      clock: onLive(chosen),
      source: $file,
      fn: (file, choice) =>
        file === null || check(choice.payload.bytes) !== null ? null : { file, choice },
    }).filterMap((read) => read ?? undefined),
    target: readFx,
  });
  sample({
    clock: readFx.fail,
    fn: ({ params: { choice } }) => ({
      payload: { reason: message("bulk.unreadable") },
      cause: choice.id,
    }),
    target: refuse,
  });
  return {
    pick,
    read: readFx.done.map(({ params: { file, choice }, result }) => ({
      ...choice,
      payload: { fileName: file.name.slice(0, TEXT_MAX_LENGTH), content: result },
    })),
  };
}

/** The state of a file that the server checks. */
export interface FileCheck {
  readonly isChecking: boolean;
  /** The choice of the newest file, then the request that it led to. */
  readonly checkId: string | null;
  /** Why the file cannot be used. */
  readonly refusal: Message | null;
}

/** A projection's reducers for a refused file, and for the request and the failure of its check. */
export function fileCheckSteps<State extends FileCheck, Input, Answer>(
  on: On<State>,
  refused: FileInputOptions["refused"],
  check: CallEvents<Input, Answer>,
): readonly Step<State>[] {
  const refuse = (state: State, refusal: Message, cause: string | null): State =>
    cause === state.checkId ? { ...state, isChecking: false, refusal } : state;
  return [
    on(refused, (state, { reason }, { cause }) => refuse(state, reason, cause)),
    on(check.requested, (state, _input, { id, cause }) =>
      cause === state.checkId ? { ...state, checkId: id } : state,
    ),
    on(check.failed, (state, failure, { cause }) => refuse(state, reasonOf(failure), cause)),
  ];
}

/**
 * A file that the server checks before it is applied: chosen, sent to the check, shown with its effect, and applied or
 * dropped. A file whose effect has changed since its check is checked again.
 */
import { combine, createStore, type EventCallable, type Store } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import type { EventDefinition } from "#events/kernel/event.ts";
import type { Failure } from "#events/kernel/call.ts";
import type { Message } from "#events/kernel/message.ts";
import { checkBulkFile } from "#events/rules/bulkChange.ts";
import { createFileInput, fileCheckSteps, type FileCheck } from "./fileInput.ts";
import type { CallEvents } from "./latest.ts";
import { createProjection, type ProjectionOptions } from "./projection.ts";
import { react, type Caused, type RequestOf } from "./react.ts";
import { createAction } from "./recorder.ts";

export interface CheckedFileState<Check> extends FileCheck {
  /** null: no file is chosen. */
  readonly fileName: string | null;
  readonly check: Check | null;
  /** The open screen; another screen drops the file. */
  readonly screen: string | null;
}

interface AnyAnswer {
  readonly body: unknown;
}

interface CheckedFileOptions<
  Source,
  Requested,
  Start extends Caused,
  Answer extends AnyAnswer,
  Applied,
> {
  readonly chosen: EventDefinition<string, { fileName: string; bytes: number }>;
  readonly refused: EventDefinition<string, { reason: Message }>;
  /** The user drops the file. */
  readonly dropped: EventDefinition<string, object>;
  readonly check: {
    readonly definition: CallEvents<Requested, Answer>;
    readonly start: EventCallable<Start>;
  };
  readonly applied: {
    readonly succeeded: EventDefinition<string, Applied>;
    readonly failed: EventDefinition<string, Failure>;
  };
  /** What the file is sent with; null while it is not known. */
  readonly source: Store<Source | null>;
  /** @param content the bytes of the file in Base64 */
  readonly request: (source: Source, content: string) => RequestOf<Start>;
  readonly options?: Pick<ProjectionOptions, "version">;
}

export interface CheckedFile<Input, Check> {
  readonly $file: Store<CheckedFileState<Check>>;
  /** What the file was checked with, and is applied with; null without a file. */
  readonly $sent: Store<Input | null>;
  readonly pick: EventCallable<File>;
  readonly drop: EventCallable<object>;
}

/** @param name of the projection */
export function createCheckedFile<
  Source,
  Requested,
  Start extends Caused,
  Answer extends AnyAnswer,
  Applied,
>(
  name: string,
  options: CheckedFileOptions<Source, Requested, Start, Answer, Applied>,
): CheckedFile<RequestOf<Start>, Answer["body"]> {
  const { chosen, refused, dropped, check, applied, source, request } = options;
  const none: CheckedFileState<Answer["body"]> = {
    fileName: null,
    isChecking: false,
    checkId: null,
    refusal: null,
    check: null,
    screen: null,
  };
  const $file = createProjection<CheckedFileState<Answer["body"]>>(
    name,
    none,
    (on) => [
      on(screenOpened, (state, { route, params }) => {
        const screen = JSON.stringify([route, params]);
        return screen === state.screen ? state : { ...none, screen };
      }),
      on(dropped, ({ screen }) => ({ ...none, screen })),
      on(chosen, ({ screen }, { fileName }, { id }) => ({
        ...none,
        screen,
        fileName,
        isChecking: true,
        checkId: id,
      })),
      ...fileCheckSteps(on, refused, check.definition),
      on(check.definition.succeeded, (state, { body }, { cause }) =>
        cause === state.checkId ? { ...state, isChecking: false, check: body } : state,
      ),
      on(applied.succeeded, ({ screen }) => ({ ...none, screen })),
      on(applied.failed, (state, { code }, { id }) =>
        code === "ECONFLICT" ? { ...state, isChecking: true, checkId: id } : state,
      ),
    ],
    { version: 2, ...options.options },
  );
  const drop = createAction(dropped);
  const input = createFileInput({
    chosen,
    refused,
    $isBusy: $file.map(({ isChecking }) => isChecking),
    check: (bytes) => checkBulkFile({ size: bytes }),
  });
  // The content is never recorded.
  const $content = createStore<string | null>(null, { serialize: "ignore" })
    .on(input.read, (_content, { payload: { content } }) => content)
    .reset(input.pick, drop);
  const $sent = combine(source, $content, (known, content) =>
    known === null || content === null ? null : request(known, content),
  );
  react(
    input.read,
    source,
    (known, { payload: { content } }) => (known === null ? null : request(known, content)),
    check.start,
  );
  react(
    applied.failed,
    $sent,
    (sent, { payload: { code } }) => (code === "ECONFLICT" ? sent : null),
    check.start,
  );
  return { $file, $sent, pick: input.pick, drop };
}

/** Files that are made in pieces: each piece is written before the next one is requested. */
import {
  attach,
  combine,
  createEffect,
  createEvent,
  createStore,
  merge,
  sample,
  type Event,
  type EventCallable,
  type Store,
} from "effector";
import type { Message } from "#events/kernel/message.ts";
import { reportOf, type Reason } from "./calls.ts";
import { openFileFx, type FileSink, type FileToSave } from "./filePorts.ts";
import { reasonOfError } from "./messageError.ts";
import { endsSession } from "./projection.ts";
import { decided, type Caused, type Clock, type DecideWith, type Outcome } from "./react.ts";
import { liveEvent } from "./recorder.ts";

/** The byte order mark lets spreadsheets recognise UTF-8. CSV readers of this product skip it. */
export const BYTE_ORDER_MARK = "\ufeff";

/** The file to open, and what is known before its first piece. */
interface Begin<Job> {
  readonly file: FileToSave;
  readonly job: Job;
}

interface DownloadOptions<One extends Clock, State, Job> {
  readonly source: Store<State>;
  /** Why there is nothing to save; null if there is. */
  readonly check?: (state: State) => Message | null;
  /** null downloads nothing. */
  readonly begin: DecideWith<State, One, Begin<Job>>;
  /** Failures of what makes the pieces: they discard the file. */
  readonly failedBy: readonly Event<Outcome<Reason>>[];
  /** Discards the file after the current piece. */
  readonly cancelledBy?: Event<unknown>;
}

interface Piece<Job> extends Caused {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** What is known for the next piece. */
  readonly job: Job;
  readonly isLast: boolean;
}

interface Run<Job> {
  readonly event: Outcome<unknown>;
  readonly fileName: string;
  readonly sink: FileSink;
  readonly job: Job;
  readonly isComplete: boolean;
}

/** Every outcome has the id of the event that wanted the file. */
export interface Download<Job> {
  readonly $isRunning: Store<boolean>;
  /** The job of the open file; null without one. */
  readonly $job: Store<Job | null>;
  /** The file is open, or a piece was written: the next piece is due. */
  readonly due: Event<Outcome<Job>>;
  readonly write: EventCallable<Piece<Job>>;
  /** The file is complete; its name is null if the user chose no destination. */
  readonly ended: Event<Outcome<{ readonly fileName: string | null; readonly job: Job }>>;
  readonly failed: Event<Outcome<{ readonly reason: Message }>>;
}

/** Declares a download. One file is made at a time, and the end of the session discards it. */
export function createDownload<const One extends Clock, State, Job>(
  clock: One | readonly One[],
  { source, check, begin, failedBy, cancelledBy }: DownloadOptions<One, State, Job>,
): Download<Job> {
  interface Begun {
    readonly request: Begin<Job>;
    readonly event: Outcome<unknown>;
  }
  const openFx = attach({ effect: openFileFx, mapParams: ({ request }: Begun) => request.file });
  const writeFx = createEffect(async ({ run, piece }: { run: Run<Job>; piece: Piece<Job> }) => {
    await run.sink.write(piece.bytes);
    return { ...run, job: piece.job, isComplete: piece.isLast };
  });
  const closeFx = createEffect((run: Run<Job>) => run.sink.close());
  const abortFx = createEffect((run: Run<Job>) => run.sink.abort());

  const $run = createStore<Run<Job> | null>(null, { serialize: "ignore" })
    .on(openFx.done, (_run, { params: { request, event }, result: sink }) => {
      const { file, job } = request;
      return sink && { event, fileName: file.name, sink, job, isComplete: false };
    })
    .on(writeFx.doneData, (run, written) => run && written)
    .reset(closeFx.done, abortFx.finally);
  const $isRunning = combine($run, openFx.pending, (run, isOpening) => run !== null || isOpening);
  const $isCancelled = createStore(false, { serialize: "ignore" }).reset(openFx);
  if (cancelledBy) $isCancelled.on(cancelledBy, () => true);

  const now = combine({ state: source, isRunning: $isRunning });
  const refused = decided(clock, now, ({ state, isRunning }) =>
    isRunning ? null : (check?.(state) ?? null),
  );
  sample({
    clock: decided(clock, now, ({ state, isRunning }, event) =>
      isRunning || (check?.(state) ?? null) !== null ? null : begin(state, event),
    ),
    target: openFx,
  });

  const goesOn = sample({
    clock: [openFx.done, writeFx.done],
    source: { run: $run, isCancelled: $isCancelled },
  }).filterMap(({ run, isCancelled }) => (run ? { run, isCancelled } : undefined));
  sample({
    clock: goesOn.filterMap(({ run, isCancelled }) =>
      run.isComplete && !isCancelled ? run : undefined,
    ),
    target: closeFx,
  });

  const write = createEvent<Piece<Job>>();
  sample({
    clock: sample({
      clock: write,
      source: $run,
      fn: (run, piece) => run && { run, piece },
    }).filterMap((written) => written ?? undefined),
    target: writeFx,
  });

  const broken = sample({
    clock: [
      ...failedBy.map((failed) =>
        failed.filterMap(({ payload }) => reportOf(payload) ?? undefined),
      ),
      writeFx.failData.map(reasonOfError),
      closeFx.failData.map(reasonOfError),
    ],
    source: $run,
    fn: (run, reason) => run && { run, reason },
  }).filterMap((end) => end ?? undefined);
  const sessionEnded = sample({
    clock: liveEvent.filter({ fn: ({ type }) => endsSession(type) }),
    source: $run,
  }).filterMap((run) => run ?? undefined);
  sample({
    clock: [
      broken.map(({ run }) => run),
      sessionEnded,
      goesOn.filterMap(({ run, isCancelled }) => (isCancelled ? run : undefined)),
    ],
    target: abortFx,
  });

  const failures: readonly Event<{ event: Outcome<unknown>; reason: Message }>[] = [
    broken.map(({ run: { event }, reason }) => ({ event, reason })),
    openFx.fail.map(({ params: { event }, error }) => ({ event, reason: reasonOfError(error) })),
    refused.map(({ request, event }) => ({ event, reason: request })),
  ];
  return {
    $isRunning,
    $job: $run.map((run) => run && run.job),
    due: goesOn.filterMap(({ run, isCancelled }) =>
      run.isComplete || isCancelled ? undefined : { ...run.event, payload: run.job },
    ),
    write,
    ended: merge([
      openFx.done.filterMap(({ params: { request, event }, result }) =>
        result === null ? { ...event, payload: { fileName: null, job: request.job } } : undefined,
      ),
      closeFx.done.map(({ params: { event, fileName, job } }) => ({
        ...event,
        payload: { fileName, job },
      })),
    ]),
    failed: merge(failures).map(({ event, reason }) => ({ ...event, payload: { reason } })),
  };
}

/**
 * Evaluates mappings for batches of objects. Code runs in a thread with a memory limit that is ended when one evaluation
 * takes too long: its mapping then fails for every object, and the others go on in a new thread.
 */
import type { Worker } from "node:worker_threads";
import type { Mapping, MappingProblem } from "#events/entities/mapping.ts";
import {
  compileMappings,
  type Evaluate,
  type MappingInput,
  type TargetResult,
} from "#events/rules/mappings/evaluate.ts";
import { targetOf } from "#events/rules/mappings/fields.ts";
import {
  PreviewSummary,
  type FoundObject,
  type PreviewCounts,
} from "#events/rules/mappings/summary.ts";
import { CodeFailure } from "#events/rules/mappings/values.ts";
import { normalFormOf } from "../connectors/equality.ts";
import { remote, type Remote } from "../threads/remote.ts";
import { startThread } from "../threads/startThread.ts";
import type {
  CountedObject,
  EvaluatorMethods,
  EvaluatorSettings,
  MappingSet,
} from "./evaluatorMessages.ts";
import { readResults } from "./resultText.ts";

/** Milliseconds that all evaluations may take together. */
export interface TimeBudget {
  readonly fixed: number;
  readonly perObject: number;
}

export interface EvaluatorLimits {
  /** Ends an evaluation at any time, also within code. The call fails with the signal's reason. */
  readonly signal?: AbortSignal;
  /** When it is used up, the call fails with a `MappingTimeError`. */
  readonly budget?: TimeBudget;
}

/** Every evaluation was fast enough, but all of them together were not. */
export class MappingTimeError extends Error {
  /** Of the mapping that took the most time. */
  readonly target: string;

  constructor(target: string) {
    super(`The mappings take too long, most of all that of ${target}`);
    this.target = target;
  }
}

/** Milliseconds that one evaluation of code may take. */
const CODE_TIME = 1000;
/** Milliseconds between two checks. */
const LOOK_TIME = 100;
/** Megabytes. */
const MAX_HEAP = 256;

interface Switched {
  /** Mappings that were switched off since the start, because their code took too long or too much memory. */
  readonly broken: ReadonlyMap<string, MappingProblem>;
  close(): Promise<void>;
}

export interface Evaluator extends Switched {
  /**
   * In the order of the inputs, which are in the order of their keys over all calls.
   *
   * @throws MappingTimeError, or the reason of the signal.
   */
  evaluate(inputs: readonly MappingInput[]): Promise<TargetResult[][]>;
}

/** Counts what mappings do. When a mapping is switched off, the counts are incomplete. */
export interface Counter extends Switched {
  /** @returns the objects that are listed, of these. */
  count(objects: readonly CountedObject[]): Promise<readonly FoundObject[]>;
  counts(): Promise<PreviewCounts>;
}

/** Whether evaluating the mapping takes a thread. */
export function hasCode({ mappingType, condition }: Mapping): boolean {
  return mappingType !== "STANDARD" || condition.trim() !== "";
}

/** Evaluates in this thread if no mapping has code, and none tries numbers that a signal may have to interrupt. */
export function openEvaluator(set: MappingSet, limits: EvaluatorLimits = {}): Evaluator {
  const mappings = mappingsOf(set);
  const isInterruptible = limits.signal !== undefined;
  if (mappings.some((one) => hasCode(one) || (isInterruptible && one.iterationToken))) {
    return new ThreadEvaluator({ ...set, mappings }, limits);
  }
  const evaluate = compileHere({ ...set, mappings });
  return {
    broken: new Map(),
    evaluate: async (inputs) => inputs.map(evaluate),
    close: async () => {},
  };
}

/** Counts in the thread that evaluates, which is this one if no mapping has code. */
export function openCounter(set: MappingSet): Counter {
  const mappings = mappingsOf(set);
  if (mappings.some(hasCode)) return new ThreadEvaluator({ ...set, mappings }, {});
  const evaluate = compileHere({ ...set, mappings });
  const summary = new PreviewSummary();
  return {
    broken: new Map(),
    count: async (objects) => {
      for (const object of objects) summary.add(object, evaluate(object.input));
      return summary.takeObjects();
    },
    counts: async () => summary.counts,
    close: async () => {},
  };
}

function mappingsOf(set: MappingSet): Mapping[] {
  return set.mappings.filter(({ direction }) => direction === set.direction);
}

/** Of mappings without code. */
function compileHere(set: MappingSet): Evaluate {
  const multiple = new Set(set.multiple);
  return compileMappings({
    mappings: set.mappings,
    direction: set.direction,
    isMultiple: (target) => multiple.has(target),
    formOf: (target) => normalFormOf(set.equalities?.[target] ?? "exact"),
    compileCode: () => {
      throw new CodeFailure("codeFailed");
    },
    broken: set.missingAttributes ?? new Map(),
    held: new Map(Object.entries(set.held)),
  });
}

interface Running {
  readonly worker: Worker;
  readonly thread: Remote<EvaluatorMethods>;
  readonly place: Int32Array;
  /** Milliseconds by mapping. */
  readonly times: Float64Array;
}

class ThreadEvaluator implements Evaluator, Counter {
  readonly #set: MappingSet;
  readonly #limits: EvaluatorLimits;
  /** Milliseconds that are left for the objects so far. */
  #left: number;
  readonly broken: Map<string, MappingProblem>;
  #running: Running | null = null;
  /** Values that were given to objects, which a new thread has to know. */
  readonly #given: Record<string, (readonly [value: string, key: string])[]> = {};

  constructor(set: MappingSet, limits: EvaluatorLimits) {
    this.#set = set;
    this.#limits = limits;
    this.#left = limits.budget?.fixed ?? Infinity;
    this.broken = new Map(set.off);
  }

  async evaluate(inputs: readonly MappingInput[]): Promise<TargetResult[][]> {
    const sent = JSON.stringify(inputs);
    const text = await this.#run(inputs.length, (thread) => thread.call("evaluate", sent));
    const results = readResults(text, inputs);
    this.#note(inputs, results);
    return results;
  }

  count(objects: readonly CountedObject[]): Promise<readonly FoundObject[]> {
    const sent = JSON.stringify(objects);
    return this.#run(objects.length, (thread) => thread.call("count", sent));
  }

  counts(): Promise<PreviewCounts> {
    return this.#run(0, (thread) => thread.call("counts"));
  }

  async #run<Result>(
    objects: number,
    call: (thread: Running["thread"]) => Promise<Result>,
  ): Promise<Result> {
    const { signal, budget } = this.#limits;
    if (budget) this.#left += objects * budget.perObject;
    for (;;) {
      signal?.throwIfAborted();
      const started = performance.now();
      const running = (this.#running ??= this.#start());
      const ended = watch(running, signal, {
        left: this.#left,
        outOfTime: () => new MappingTimeError(this.#slowestTarget(running)),
      });
      try {
        return await Promise.race([call(running.thread), ended.failure]);
      } catch (error) {
        this.#running = null;
        await running.thread.end();
        if (!(error instanceof CodeFailure)) throw error;
        this.#switchOff(running, error.problem);
      } finally {
        ended.stop();
        this.#left -= performance.now() - started;
      }
    }
  }

  #slowestTarget({ times }: Running): string {
    const { mappings } = this.#set;
    const slowest = times.indexOf(Math.max(...times));
    const mapping = mappings[slowest] ?? mappings[0];
    return mapping ? targetOf(mapping) : "";
  }

  #switchOff({ place }: Running, problem: MappingProblem): void {
    const id = this.#set.mappings[Atomics.load(place, 1)]?.id;
    if (id === undefined || this.broken.has(id)) throw new Error("The thread of mappings ended");
    this.broken.set(id, problem);
  }

  #note(inputs: readonly MappingInput[], results: readonly TargetResult[][]): void {
    const unique = Object.keys(this.#set.held);
    if (unique.length === 0) return;
    results.forEach((targets, index) => {
      for (const { target, after } of targets) {
        if (unique.includes(target) && after[0] !== undefined) {
          (this.#given[target] ??= []).push([after[0], inputs[index]?.key ?? ""]);
        }
      }
    });
  }

  #start(): Running {
    const place = new SharedArrayBuffer(8);
    const times = new SharedArrayBuffer(8 * this.#set.mappings.length);
    const held = Object.entries(this.#set.held).map(
      ([target, values]) => [target, [...(this.#given[target] ?? []), ...values]] as const,
    );
    const { mappings, direction, multiple, equalities = {} } = this.#set;
    const settings: EvaluatorSettings = {
      mappings,
      direction,
      multiple,
      equalities,
      held: Object.fromEntries(held),
      broken: [...(this.#set.missingAttributes ?? []), ...this.broken],
      place,
      times,
    };
    const worker = startThread(
      new URL("./evaluatorThread.ts", import.meta.url),
      settings,
      MAX_HEAP,
    );
    return {
      worker,
      thread: remote<EvaluatorMethods>(worker),
      place: new Int32Array(place),
      times: new Float64Array(times),
    };
  }

  async close(): Promise<void> {
    await this.#running?.thread.end();
    this.#running = null;
  }
}

/**
 * Fails when one evaluation of code takes too long, or the thread runs out of memory, or the time is up for all of them.
 *
 * @param left milliseconds.
 */
function watch(
  { worker, place }: Running,
  signal: AbortSignal | undefined,
  { left, outOfTime }: { readonly left: number; readonly outOfTime: () => Error },
): {
  readonly failure: Promise<never>;
  readonly stop: () => void;
} {
  let stop = (): void => {};
  const failure = new Promise<never>((_resolve, reject) => {
    let last = Atomics.load(place, 0);
    const started = performance.now();
    let since = started;
    const timer = setInterval(() => {
      if (performance.now() - started > left) reject(outOfTime());
      const count = Atomics.load(place, 0);
      // An odd count: code is running.
      if (count !== last || count % 2 === 0) {
        last = count;
        since = performance.now();
      } else if (performance.now() - since > CODE_TIME) reject(new CodeFailure("codeTooSlow"));
    }, LOOK_TIME);
    const onError = (error: Error & { readonly code?: string }) => {
      if (error.code === "ERR_WORKER_OUT_OF_MEMORY") reject(new CodeFailure("codeTooLarge"));
    };
    const onAbort = () => reject(signal?.reason as Error);
    worker.prependListener("error", onError);
    signal?.addEventListener("abort", onAbort);
    stop = () => {
      signal?.removeEventListener("abort", onAbort);
      clearInterval(timer);
      worker.off("error", onError);
    };
  });
  // The race that it takes part in may be over.
  failure.catch(() => {});
  return { failure, stop };
}

/** Takes the digests of outcomes in idle time, and keeps them beside the log. */
import type { NotedOutcome } from "./noteOutcomes.ts";
import {
  createOutcomeDigester,
  isChecked,
  type OutcomeBatch,
  type OutcomeCheck,
  type Outcomes,
} from "./outcomes.ts";

/** Outcomes that are digested at least each time, also where the main thread is never idle. */
const AT_LEAST = 32;
/** Milliseconds of idle time that are left to others. */
const RESERVE = 1;

export interface OutcomeKeeperPorts {
  /** Resolves in the next idle time, with a clock of what is left of it in milliseconds. */
  readonly idle: () => Promise<() => number>;
  /** Where it fails the outcomes are in memory alone. */
  readonly write: (batch: OutcomeBatch) => Promise<void>;
}

export interface OutcomeKeeper {
  /** Called with each outcome as it is noted; returns at once. */
  push(outcome: NotedOutcome): void;
  /** All outcomes so far, those that wait included. */
  all(): Outcomes;
  /** Those that are not known to be written, those that wait included. */
  unwritten(): readonly OutcomeBatch[];
}

export function createOutcomeKeeper({ idle, write }: OutcomeKeeperPorts): OutcomeKeeper {
  const digester = createOutcomeDigester(new Map());
  const digests = new Map<number, string>();
  const checks: OutcomeCheck[] = [];
  let waiting: NotedOutcome[] = [];
  const onTheWay = new Set<OutcomeBatch>();
  let isDue = false;

  return {
    push(outcome) {
      waiting.push(outcome);
      schedule();
    },
    all() {
      digest(() => true);
      return { digests, checks };
    },
    unwritten() {
      digest(() => true);
      return [...onTheWay];
    },
  };

  function schedule(): void {
    if (isDue) return;
    isDue = true;
    void idle().then((left) => {
      isDue = false;
      digest((taken) => taken < AT_LEAST || left() > RESERVE);
      if (waiting.length > 0) schedule();
    });
  }

  function digest(goesOn: (taken: number) => boolean): void {
    const [first] = waiting;
    if (!first) return;
    const taken: string[] = [];
    const found: OutcomeCheck[] = [];
    for (const outcome of waiting) {
      if (!goesOn(taken.length)) break;
      const { seq, type } = outcome;
      const one = digester.take(outcome);
      digests.set(seq, one);
      taken.push(one);
      if (isChecked(seq, type)) found.push({ seq, states: digester.states() });
    }
    waiting = waiting.slice(taken.length);
    checks.push(...found);
    const batch = { first: first.seq, digests: taken, checks: found };
    onTheWay.add(batch);
    // The events are what counts; where the store fails their keeper says so.
    write(batch)
      .catch(() => undefined)
      .finally(() => onTheWay.delete(batch));
  }
}

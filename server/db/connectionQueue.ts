/**
 * The queue for the single connection of the embedded database. Interactive work precedes background work. After an
 * interactive task the connection stays reserved for a moment, because a request usually sends another query. A
 * background task that has waited long goes first once, so that steady traffic cannot starve it. An interactive task that
 * waits behind a long one is given up, so that its request gets an answer.
 */
import { DatabaseBusyError } from "./errors.ts";

export type Priority = "interactive" | "background";

/** Milliseconds. */
const GRACE = 2;
const MAX_BACKGROUND_WAIT = 250;
/** Half the time after which the server closes a connection without an answer. */
const MAX_INTERACTIVE_WAIT = 60_000;

interface Waiter {
  since: number;
  start: (release: () => void) => void;
  fail: (error: Error) => void;
}

export class ConnectionQueue {
  readonly #waiting: Record<Priority, Waiter[]> = { interactive: [], background: [] };
  #busy = false;
  #lastInteractiveEnd = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #closedBy: Error | undefined;
  #onIdle: (() => void) | undefined;

  /** Resolves with the function that releases the connection. Rejects once the queue is closed. @throws DatabaseBusyError */
  acquire(priority: Priority): Promise<() => void> {
    if (this.#closedBy) return Promise.reject(this.#closedBy);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { since: performance.now(), start: resolve, fail: reject };
      this.#waiting[priority].push(waiter);
      if (priority === "interactive") this.#limit(waiter);
      this.#startNext();
    });
  }

  #limit(waiter: Waiter): void {
    const timer = setTimeout(() => {
      const { interactive } = this.#waiting;
      interactive.splice(interactive.indexOf(waiter), 1);
      waiter.fail(new DatabaseBusyError("Another task uses the database"));
    }, MAX_INTERACTIVE_WAIT);
    const { start, fail } = waiter;
    waiter.start = (release) => {
      clearTimeout(timer);
      start(release);
    };
    waiter.fail = (error) => {
      clearTimeout(timer);
      fail(error);
    };
  }

  /** Waiting and later tasks fail with `error`. Resolves when the running task has ended. */
  close(error: Error): Promise<void> {
    this.#closedBy = error;
    clearTimeout(this.#timer);
    const waiters = [...this.#waiting.interactive.splice(0), ...this.#waiting.background.splice(0)];
    for (const waiter of waiters) waiter.fail(error);
    if (!this.#busy) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #startNext(): void {
    if (this.#busy) return;
    const { interactive, background } = this.#waiting;
    const now = performance.now();
    const patient = background[0];
    if (patient && now - patient.since >= MAX_BACKGROUND_WAIT) return this.#start("background");
    if (interactive.length > 0) return this.#start("interactive");
    if (!patient) return;
    const rest = this.#lastInteractiveEnd + GRACE - now;
    if (rest <= 0) return this.#start("background");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#startNext(), rest);
  }

  #start(priority: Priority): void {
    const waiter = this.#waiting[priority].shift();
    if (!waiter) return;
    this.#busy = true;
    let ended = false;
    waiter.start(() => {
      if (ended) return;
      ended = true;
      this.#busy = false;
      if (priority === "interactive") this.#lastInteractiveEnd = performance.now();
      this.#onIdle?.();
      this.#startNext();
    });
  }
}

/**
 * The queue for the single connection of the embedded database. Interactive work precedes background work. After an
 * interactive task the connection stays reserved for a moment, because a request usually sends another query. A
 * background task that has waited long goes first once, so that steady traffic cannot starve it.
 */
export type Priority = "interactive" | "background";

/** Milliseconds. */
const GRACE = 2;
const MAX_BACKGROUND_WAIT = 250;

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

  /** Resolves with the function that releases the connection. Rejects once the queue is closed. */
  acquire(priority: Priority): Promise<() => void> {
    if (this.#closedBy) return Promise.reject(this.#closedBy);
    return new Promise((resolve, reject) => {
      this.#waiting[priority].push({ since: performance.now(), start: resolve, fail: reject });
      this.#startNext();
    });
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

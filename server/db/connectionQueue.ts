/**
 * Whose turn it is on the one connection of the embedded database. Interactive work goes before background work.
 * After an interactive turn the connection is kept free for a moment, as a request usually has another query; a
 * background turn that has waited long goes first once, so that steady traffic cannot starve it.
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

export class ConnectionTurns {
  readonly #waiting: Record<Priority, Waiter[]> = { interactive: [], background: [] };
  #busy = false;
  #lastInteractiveEnd = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #closedBy: Error | undefined;
  #onIdle: (() => void) | undefined;

  /** Resolves with the function that ends the turn. Rejects once the turns are closed. */
  acquire(priority: Priority): Promise<() => void> {
    if (this.#closedBy) return Promise.reject(this.#closedBy);
    return new Promise((resolve, reject) => {
      this.#waiting[priority].push({ since: performance.now(), start: resolve, fail: reject });
      this.#startNext();
    });
  }

  /**
   * Everyone who waits, and everyone who asks from now on, gets `error`. Resolves when the running turn has ended.
   */
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

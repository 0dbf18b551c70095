/** Work that continues after its call was answered, so that the answer's time does not reveal it. */
import { KeyedQueue } from "./keyedQueue.ts";

export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #queue = new KeyedQueue();
  readonly #onError: (error: unknown) => void;
  #isEnding = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Work in steps ends after its current step. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Like `run`, but one at a time for each key. */
  runInTurn(turn: string, work: () => Promise<void>): void {
    this.run(() => this.#queue.run(turn, work));
  }

  /** Resolves when all started work has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Like `settled`, but work in steps ends after its current step. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.settled();
  }
}

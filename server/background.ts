/** Work that goes on after its call was answered, so that the time of the answer tells nothing of it. */
import { KeyedQueue } from "./keyedQueue.ts";

export class Background {
  readonly #running = new Set<Promise<void>>();
  readonly #queue = new KeyedQueue();
  readonly #onError: (error: unknown) => void;
  #isEnding = false;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Work that has many steps ends after the one that it is at. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  run(work: () => Promise<void>): void {
    const running = work()
      .catch(this.#onError)
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** As `run`, one after the other of those who take the same turn. */
  runInTurn(turn: string, work: () => Promise<void>): void {
    this.run(() => this.#queue.run(turn, work));
  }

  /** Resolves when all that was begun has ended. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** As `settled`, and what has many steps does no further one. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.settled();
  }
}

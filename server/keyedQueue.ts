/** Runs tasks with the same key one after the other, in the order of their arrival. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<void>>();

  /** Settles as the task does. Tasks of other keys do not wait for it, and a failed one stops none. */
  async run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const result = before ? before.then(task) : task();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    this.#last.set(key, ended);
    try {
      return await result;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}

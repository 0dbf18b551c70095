/** Stores the outcomes of a batch in groups, because each transaction locks the plan. */

/** Outcomes of one transaction, which other tasks wait for on the embedded database. */
const MAX_GROUP = 50;

/** Runs tasks one after the other, in the order of the calls. */
export type InTurn = <Result>(task: () => Promise<Result>) => Promise<Result>;

interface Entry<Outcome> {
  readonly outcome: Outcome;
  isStored: boolean;
  /** Its group could not be stored. */
  isAlone: boolean;
}

export class OutcomeStore<Outcome> {
  readonly #store: (group: readonly Outcome[]) => Promise<void>;
  readonly #inTurn: InTurn;
  /** In the order of their turns. */
  readonly #waiting: Entry<Outcome>[] = [];

  /** @param store in one transaction. */
  constructor(store: (group: readonly Outcome[]) => Promise<void>, inTurn: InTurn) {
    this.#store = store;
    this.#inTurn = inTurn;
  }

  /** Resolves when the outcome is stored, together with others that wait. An outcome that cannot be stored fails alone. */
  add(outcome: Outcome): Promise<void> {
    const entry = { outcome, isStored: false, isAlone: false };
    this.#waiting.push(entry);
    return this.#inTurn(() => this.#storeEntry(entry));
  }

  async #storeEntry(entry: Entry<Outcome>): Promise<void> {
    if (entry.isStored) return;
    const group = entry.isAlone ? [entry] : this.#waiting.splice(0, MAX_GROUP);
    try {
      await this.#store(group.map(({ outcome }) => outcome));
      for (const one of group) one.isStored = true;
    } catch (error) {
      if (group.length === 1) throw error;
      for (const one of group) one.isAlone = true;
      await this.#store([entry.outcome]);
    }
  }
}

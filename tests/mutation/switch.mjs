/** The active mutant of this thread, and the mutants that the code reached. */

export const NONE = -1;

/** A mutant counts as endless after this many times the steps that the code takes without a mutant. */
const PATIENCE = 20;
const LEAST_STEPS = 100_000;

class MutationSwitch {
  /** Ids of mutants that tests of this thread detected. */
  killed = new Set();
  #active = NONE;
  #steps = 0;
  #maxSteps = Infinity;
  /** @type {Uint8Array} by the id of a mutant */
  #reached = new Uint8Array(0);

  /** Called by the code under test. */
  isActive = (id) => {
    this.#reached[id] = 1;
    this.#steps += 1;
    if (this.#steps > this.#maxSteps) throw new Error("This mutant does not end");
    return id === this.#active;
  };

  /** @param {number} steps of the same code without a mutant */
  activate(id, steps) {
    this.#active = id;
    this.#reached[id] = 0;
    this.#steps = 0;
    this.#maxSteps = id === NONE ? Infinity : LEAST_STEPS + PATIENCE * steps;
  }

  /** Whether the code has reached the mutant since it was activated. */
  hasReached(id) {
    return this.#reached[id] === 1;
  }

  /** @returns {{ reached: number[], steps: number }} since the last call */
  takeReached(total) {
    const reached = [];
    for (let id = 0; id < this.#reached.length; id++) if (this.#reached[id] === 1) reached.push(id);
    const steps = this.#steps;
    if (this.#reached.length === total) this.#reached.fill(0);
    else this.#reached = new Uint8Array(total);
    this.#steps = 0;
    return { reached, steps };
  }
}

/** Shared by all runners of a thread, because modules keep it until the thread ends. */
export const mutation = (globalThis.provisionMutation ??= new MutationSwitch());

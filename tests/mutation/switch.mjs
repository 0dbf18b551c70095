/** Which mutant is active in this thread, and which places of mutants the code came by. */

export const NONE = -1;

/** The code comes by so many places of mutants in a sound test, times this, and the mutant never ends. */
const PATIENCE = 20;
const LEAST_STEPS = 100_000;

class MutationSwitch {
  /** Of mutants that tests of this thread noticed. */
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

  /** Whether the code has come by the mutant since it was activated. */
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

/** One for all runners of a thread, because modules keep it for as long as the thread lives. */
export const mutation = (globalThis.provisionMutation ??= new MutationSwitch());

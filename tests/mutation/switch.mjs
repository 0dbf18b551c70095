/** The active mutant, and the mutants that the code reached: shared by a thread with the threads that it starts. */
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

export const NONE = -1;

/** A mutant counts as endless after this many times the steps that the code takes without a mutant. */
const PATIENCE = 20;
const LEAST_STEPS = 100_000;
/** More than all modules have. */
const MAX_MUTANTS = 1 << 16;

const SHARED = "provisionMutation";
const [ACTIVE, STEPS, MAX_STEPS] = [0, 1, 2];
const STATE_BYTES = 3 * Float64Array.BYTES_PER_ELEMENT;

class MutationSwitch {
  /** Ids of mutants that tests of this thread detected. */
  killed = new Set();
  #state;
  /** @type {Uint8Array} by the id of a mutant */
  #reached;

  constructor() {
    const inherited = getEnvironmentData(SHARED);
    const buffer = inherited ?? new SharedArrayBuffer(STATE_BYTES + MAX_MUTANTS);
    setEnvironmentData(SHARED, buffer);
    this.#state = new Float64Array(buffer, 0, 3);
    this.#reached = new Uint8Array(buffer, STATE_BYTES);
    if (inherited === undefined) this.activate(NONE, 0);
  }

  /** Called by the code under test. */
  isActive = (id) => {
    const state = this.#state;
    this.#reached[id] = 1;
    state[STEPS] += 1;
    if (state[STEPS] > state[MAX_STEPS]) throw new Error("This mutant does not end");
    return id === state[ACTIVE];
  };

  /** @param {number} steps of the same code without a mutant */
  activate(id, steps) {
    this.#state[ACTIVE] = id;
    this.#state[STEPS] = 0;
    this.#state[MAX_STEPS] = id === NONE ? Infinity : LEAST_STEPS + PATIENCE * steps;
    if (id !== NONE) this.#reached[id] = 0;
  }

  /** Whether the code has reached the mutant since it was activated. */
  hasReached(id) {
    return this.#reached[id] === 1;
  }

  /** @returns {{ reached: number[], steps: number }} since the last call */
  takeReached(total) {
    if (total > MAX_MUTANTS) throw new Error(`${total} mutants are more than ${MAX_MUTANTS}`);
    const steps = this.#state[STEPS];
    const reached = [];
    for (let id = 0; id < total; id++) if (this.#reached[id] === 1) reached.push(id);
    this.#reached.fill(0);
    this.#state[STEPS] = 0;
    return { reached, steps };
  }
}

/** Shared by all runners of a thread, because modules keep it until the thread ends. */
export const mutation = (globalThis.provisionMutation ??= new MutationSwitch());

/** The people that an account is compared with, each once. */
export class Candidates {
  readonly people: number[] = [];
  #excluded: ((person: number) => boolean) | undefined;
  /** By person: the account for which they were added last. */
  readonly #accounts: Int32Array;
  #account = 0;

  /** @param people how many there are. */
  constructor(people: number) {
    this.#accounts = new Int32Array(people);
  }

  /** Starts with another account. @param excluded people that are never added. */
  begin(excluded?: (person: number) => boolean): void {
    this.people.length = 0;
    this.#excluded = excluded;
    this.#account += 1;
  }

  add(person: number): void {
    if (this.#accounts[person] === this.#account) return;
    this.#accounts[person] = this.#account;
    if (this.#excluded?.(person)) return;
    this.people.push(person);
  }
}

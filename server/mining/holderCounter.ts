/**
 * Counts how many members hold each entitlement. Time is linear in the assignments; memory is eight bytes per
 * entitlement number. Each counted entitlement stores its last member, so that a member counts once however many of
 * their accounts grant it.
 */
export class HolderCounter {
  #holders = new Int32Array(1024);
  #lastMember = new Int32Array(1024);
  #members = 0;

  /** Number of members added so far. */
  get members(): number {
    return this.#members;
  }

  /** How many members hold the entitlement `no`. */
  holders(no: number): number {
    return this.#holders[no] ?? 0;
  }

  /**
   * Adds members with their accounts' entitlement numbers (from 1), in the database's format: a member's arrays are
   * concatenated, and semicolons separate members: `{1,2}{2};{};{7}` are three members. A member's accounts must all be
   * adjacent.
   */
  add(text: string): void {
    const semicolon = 59;
    const zero = 48;
    const nine = 57;
    let no = 0;
    this.#members += 1;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      if (code >= zero && code <= nine) {
        no = no * 10 + (code - zero);
        continue;
      }
      if (no > 0) this.#count(no);
      no = 0;
      if (code === semicolon) this.#members += 1;
    }
  }

  #count(no: number): void {
    if (no >= this.#holders.length) this.#grow(no);
    if (this.#lastMember[no] === this.#members) return;
    this.#lastMember[no] = this.#members;
    this.#holders[no] = (this.#holders[no] ?? 0) + 1;
  }

  #grow(no: number): void {
    const length = Math.max(no + 1, this.#holders.length * 2);
    const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(length);
      array.set(old);
      return array;
    };
    this.#holders = grown(this.#holders);
    this.#lastMember = grown(this.#lastMember);
  }
}

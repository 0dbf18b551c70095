/**
 * Accounts on disk while a run reads the entitlement objects that name their holders: a system such as a directory
 * tells who holds an entitlement only after the accounts were read, and all accounts may not fit into memory.
 */
import { createReadStream, createWriteStream, type WriteStream } from "node:fs";
import { once } from "node:events";
import type { SystemObject } from "../../connectors/contract.ts";

export class AccountSpool {
  readonly #path: string;
  #stream: WriteStream | null = null;
  /** By account id: its place in the spool. */
  readonly #places = new Map<string, number>();

  /** @param path a new file in a private directory, which the caller removes. */
  constructor(path: string) {
    this.#path = path;
  }

  get size(): number {
    return this.#places.size;
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** Repeats of an account are kept as well, with the place of the first. */
  async add(accounts: readonly SystemObject[]): Promise<void> {
    let text = "";
    for (const account of accounts) {
      if (!this.#places.has(account.id)) this.#places.set(account.id, this.#places.size);
      text += `${JSON.stringify(account)}\n`;
    }
    this.#stream ??= createWriteStream(this.#path, { flags: "wx", mode: 0o600 });
    if (!this.#stream.write(text)) await once(this.#stream, "drain");
  }

  /** In the order in which they were added. Nothing can be added afterwards. */
  async *read(): AsyncGenerator<SystemObject, void, undefined> {
    if (this.#stream === null) return;
    this.#stream.end();
    await once(this.#stream, "close");
    let rest = "";
    // Only a line feed ends a line: JSON escapes it, unlike the line separators that `readline` knows.
    for await (const chunk of createReadStream(this.#path, "utf8")) {
      const lines = (rest + String(chunk)).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as SystemObject;
    }
  }
}

/** Who holds what: pairs of an account's place and an entitlement, in 8 bytes each. */
export class Memberships {
  readonly #names: string[] = [];
  #accounts = new Int32Array(1024);
  #entitlements = new Int32Array(1024);
  #length = 0;

  /** @param places of the accounts that hold the entitlement. */
  add(name: string, places: Iterable<number>): void {
    const entitlement = this.#names.push(name) - 1;
    for (const place of places) {
      if (this.#length === this.#accounts.length) {
        this.#accounts = grown(this.#accounts);
        this.#entitlements = grown(this.#entitlements);
      }
      this.#accounts[this.#length] = place;
      this.#entitlements[this.#length] = entitlement;
      this.#length += 1;
    }
  }

  /** @returns a function from an account's place to the names of its entitlements. */
  byAccount(accounts: number): (place: number) => string[] {
    const offsets = new Int32Array(accounts + 1);
    for (let at = 0; at < this.#length; at++) {
      const account = this.#accounts[at] ?? 0;
      offsets[account + 1] = (offsets[account + 1] ?? 0) + 1;
    }
    for (let account = 0; account < accounts; account++) {
      offsets[account + 1] = (offsets[account + 1] ?? 0) + (offsets[account] ?? 0);
    }
    const next = offsets.slice();
    const sorted = new Int32Array(this.#length);
    for (let at = 0; at < this.#length; at++) {
      const account = this.#accounts[at] ?? 0;
      const place = next[account] ?? 0;
      sorted[place] = this.#entitlements[at] ?? 0;
      next[account] = place + 1;
    }
    return (place) =>
      Array.from(
        sorted.subarray(offsets[place], offsets[place + 1]),
        (entitlement) => this.#names[entitlement] ?? "",
      );
  }
}

function grown(column: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(column.length * 2);
  larger.set(column);
  return larger;
}

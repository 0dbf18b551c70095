/** What the last applied run found, in memory: about 120 bytes for each object. */
import { HASH_LENGTH } from "./content.ts";

const SEEN = 1;
const WRITTEN = 2;

export class KnownObjects {
  /** By class and id: the object's index. */
  readonly #indexes = new Map<string, Map<string, number>>();
  readonly #ids: string[] = [];
  readonly #names: string[] = [];
  readonly #classes: string[] = [];
  /** Since when it is gone, in milliseconds; 0 if it is not. */
  readonly #gone: number[] = [];
  readonly #held: number[] = [];
  #hashes = Buffer.alloc(HASH_LENGTH * 1024);
  #seen = new Uint8Array(1024);
  /** Objects that are not gone. */
  present = 0;
  /** Entitlements that they hold. */
  held = 0;
  readonly #forgetsContents: boolean;

  /** @param forgetsContents whether every object counts as changed. */
  constructor({ forgetsContents = false }: { readonly forgetsContents?: boolean } = {}) {
    this.#forgetsContents = forgetsContents;
  }

  add(
    objectClass: string,
    id: string,
    object: {
      readonly name: string;
      readonly hash: Buffer;
      readonly held: number;
      readonly goneAt: Date | null;
    },
  ): void {
    const index = this.#ids.length;
    if (index === this.#seen.length) this.#grow();
    let ofClass = this.#indexes.get(objectClass);
    if (!ofClass) this.#indexes.set(objectClass, (ofClass = new Map()));
    ofClass.set(id, index);
    this.#ids.push(id);
    this.#names.push(object.name);
    this.#classes.push(objectClass);
    this.#gone.push(object.goneAt?.getTime() ?? 0);
    if (!this.#forgetsContents) object.hash.copy(this.#hashes, index * HASH_LENGTH, 0, HASH_LENGTH);
    this.#held.push(object.held);
    if (object.goneAt !== null) return;
    this.present += 1;
    this.held += object.held;
  }

  #grow(): void {
    const hashes = Buffer.alloc(this.#hashes.length * 2);
    this.#hashes.copy(hashes);
    this.#hashes = hashes;
    const seen = new Uint8Array(this.#seen.length * 2);
    seen.set(this.#seen);
    this.#seen = seen;
  }

  find(objectClass: string, id: string): KnownObject | null {
    const index = this.#indexes.get(objectClass)?.get(id);
    return index === undefined ? null : this.#at(index);
  }

  #at(index: number): KnownObject {
    const start = index * HASH_LENGTH;
    return {
      index,
      objectClass: this.#classes[index] ?? "",
      id: this.#ids[index] ?? "",
      name: this.#names[index] ?? "",
      hash: this.#hashes.subarray(start, start + HASH_LENGTH),
      held: this.#held[index] ?? 0,
      goneAt: this.#gone[index] ?? 0,
    };
  }

  /** The objects of a class. */
  *of(objectClass: string): Generator<KnownObject> {
    for (const index of this.#indexes.get(objectClass)?.values() ?? []) yield this.#at(index);
  }

  markSeen(index: number): void {
    this.#seen[index] = SEEN;
  }

  isSeen(index: number): boolean {
    return this.#seen[index] !== 0;
  }

  /** The object is in the plan. */
  markWritten(index: number): void {
    this.#seen[index] = WRITTEN;
  }

  isWritten(index: number): boolean {
    return this.#seen[index] === WRITTEN;
  }

  /** Objects that were not marked as seen. */
  *unseen(): Generator<KnownObject> {
    for (let index = 0; index < this.#ids.length; index++) {
      if (!this.isSeen(index)) yield this.#at(index);
    }
  }
}

export interface KnownObject {
  readonly index: number;
  readonly objectClass: string;
  readonly id: string;
  readonly name: string;
  readonly hash: Buffer;
  /** How many entitlements it held. */
  readonly held: number;
  /** Milliseconds since the epoch; 0 if it is not gone. */
  readonly goneAt: number;
}

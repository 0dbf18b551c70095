/** What reading everything and reading changes have in common. */
import type { SystemSettings } from "#events/entities/system.ts";
import { ConnectorError, type SystemObject } from "../../connectors/contract.ts";
import type { ExclusionOf } from "../accountExclusions.ts";
import type { RunJob } from "./leases.ts";
import type { PlanOwners } from "./owners.ts";
import type { ReadObject } from "./planWriter.ts";

export interface ReadRequest {
  readonly job: RunJob;
  /** Whether the system is the source of people. */
  readonly isHr: boolean;
  readonly settings: SystemSettings;
  /** Whether an entitlement is left out. */
  readonly isExcluded: (name: string) => boolean;
  readonly exclusionOf: ExclusionOf;
  readonly owners: PlanOwners;
  /** Read only what changed since this token; null: read everything. */
  readonly token: string | null;
  readonly now: Date;
  /** A private directory. */
  readonly directory: string;
  /** The most characters of objects to read. */
  readonly maxSize: number;
  /** Called with the number of objects read so far. */
  readonly onProgress: (read: number) => void;
}

/** Characters of an object besides its texts. */
const OVERHEAD = 100;

/** Limits what one read stores, because a system may send objects without end. */
export class ReadLimit {
  readonly #maxSize: number;
  #size = 0;

  /** @param maxSize in characters */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** @throws ConnectorError limitReached */
  add(objects: readonly SystemObject[]): void {
    for (const object of objects) this.#size += sizeOf(object);
    if (this.#size <= this.#maxSize) return;
    throw new ConnectorError(
      "limitReached",
      "read",
      `The objects take more than ${this.#maxSize / 1_000_000} MB.`,
    );
  }
}

function sizeOf({ id, name, attributes, entitlements, members }: SystemObject): number {
  let size = OVERHEAD + id.length + name.length;
  for (const texts of [entitlements ?? [], members ?? [], ...Object.values(attributes)]) {
    for (const text of texts) size += text.length + 1;
  }
  return size;
}

/** An entitlement object in a plan: its members stand in place of entitlements. */
export function entitlementObject(object: SystemObject, name: string): ReadObject {
  return {
    objectClass: object.objectClass,
    id: object.id,
    name,
    content: {
      attributes: copyOf(object.attributes),
      active: object.active,
      entitlements: [...new Set(object.members ?? [])].sort(),
    },
  };
}

export function copyOf(attributes: SystemObject["attributes"]): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, values]) => [name, [...values]]),
  );
}

/**
 * Names that tell entitlements apart: a name that another object has already gets the id behind it. A known object keeps
 * its name, whatever the order in which objects are read.
 */
export class EntitlementNames {
  /** Ids of objects by name, and names by id. */
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();

  keep(known: Iterable<{ readonly id: string; readonly name: string }>): void {
    for (const { id, name } of known) this.#set(id, name);
  }

  #set(id: string, name: string): string {
    this.#ids.set(name, id);
    this.#names.set(id, name);
    return name;
  }

  of({ id, name }: Pick<SystemObject, "id" | "name">): string {
    const longer = `${name} (${id})`;
    const kept = this.#names.get(id);
    if (kept === name || kept === longer) return kept;
    const holder = this.#ids.get(name);
    return this.#set(id, holder === undefined || holder === id ? name : longer);
  }
}

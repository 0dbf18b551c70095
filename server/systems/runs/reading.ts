/** What reading everything and reading changes have in common. */
import type { SystemSettings } from "#events/entities/system.ts";
import type { SystemObject } from "../../connectors/contract.ts";
import type { RunPlace } from "./leases.ts";
import type { ReadObject } from "./planWriter.ts";

export interface ReadRequest {
  readonly place: RunPlace;
  readonly settings: SystemSettings;
  /** Whether an entitlement is left out. */
  readonly isExcluded: (name: string) => boolean;
  /** Read only what changed since this token; null: read everything. */
  readonly token: string | null;
  readonly now: Date;
  /** A private directory. */
  readonly directory: string;
  /** Called with the number of objects read so far. */
  readonly onProgress: (read: number) => void;
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

/** Names that tell entitlements apart: a name that another object has already gets the id behind it. */
export class EntitlementNames {
  readonly #ids = new Map<string, string>();

  of({ id, name }: Pick<SystemObject, "id" | "name">): string {
    const holder = this.#ids.get(name);
    if (holder !== undefined && holder !== id) return `${name} (${id})`;
    this.#ids.set(name, id);
    return name;
  }
}

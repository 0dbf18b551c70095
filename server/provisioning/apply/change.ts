/** A change that is made in a system, what that needs, and the state after it. */
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { Attributes, ObjectName, SystemObject } from "../../connectors/contract.ts";
import type { StoredForms } from "../../db/systemTables.ts";
import type { TargetObjects } from "./targetObjects.ts";

/** An entitlement object that names its members. */
export interface Holder {
  readonly entitlement: string;
  readonly objectClass: string;
  readonly id: string;
}

export interface WantedChange {
  readonly kind: ProvisionKind;
  readonly objectClass: string;
  readonly name: string;
  /** Null for an account that was not read, and for a new one. */
  readonly objectId: string | null;
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
  /** What the system had before a write that has begun; null if none has, or if it is not known. */
  readonly seen: ObjectContent | null;
  /** The write may have begun in an earlier attempt. */
  readonly isResumed: boolean;
  /** By attribute: what the system stored instead of the wanted values in an earlier attempt. */
  readonly left: Attributes;
  /** Attributes that mappings set. */
  readonly mapped: ReadonlySet<string>;
}

/** How the account is found: by its name if it was not read. */
export function keyOf({ objectId, name }: WantedChange): ObjectName {
  return objectId === null ? { name } : { id: objectId };
}

export interface ChangePorts {
  readonly target: TargetObjects;
  /** Called before each write. Only the first call stores its argument. */
  readonly beginWrite: (seen: ObjectContent | null) => Promise<void>;
  /** @throws ChangeError entitlementMissing */
  readonly holdersOf: (entitlements: readonly string[]) => Promise<readonly Holder[]>;
  /** Values of the secret attributes of a new account. @throws ChangeError secretMissing */
  readonly secretsOf: (names: readonly string[]) => Promise<Attributes>;
}

/** The state of the system after the change. */
export interface ChangeOutcome {
  /** Null if the account was removed. */
  readonly account: SystemObject | null;
  /** Entitlement objects whose members were compared or changed. */
  readonly holders: readonly (Holder & { readonly object: SystemObject })[];
  /** The values that the change concerns, before and after it. */
  readonly before: ObjectContent | null;
  readonly after: ObjectContent | null;
  /** Of the attributes that the system stored: see `storedForms`. */
  readonly forms?: StoredForms;
  /** By attribute: the values that the system has instead of the wanted ones. */
  readonly replaced?: Readonly<Record<string, string[]>>;
}

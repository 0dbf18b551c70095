/**
 * Makes one change in the system. Each kind reads the object first. It does not write values that are already as wanted,
 * does not overwrite a value that another writer changed, and reads back every write.
 */
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import { HIDDEN_VALUE, isSecretAttribute } from "#events/rules/provisioning.ts";
import type { Attributes, SystemObject } from "../../connectors/contract.ts";
import { isCut, type SameValues } from "../../connectors/equality.ts";
import type { StoredForms } from "../../db/systemTables.ts";
import { EMPTY_CONTENT } from "../../systems/runs/content.ts";
import { isEqual, storedForms } from "../storedForms.ts";
import { ChangeError } from "./changeError.ts";
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
  /** The write may have begun in an earlier attempt. */
  readonly isResumed: boolean;
  /** Attributes that mappings set. */
  readonly mapped: ReadonlySet<string>;
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
  /** Of the written attributes: see `storedForms`. */
  readonly forms?: StoredForms;
}

type Entitlements = Pick<ChangeOutcome, "holders"> & {
  readonly account: SystemObject;
  readonly before: readonly string[];
  readonly after: readonly string[];
};

/** @throws ChangeError; ConnectorError of the system */
export function applyChange(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  switch (change.kind) {
    case "create":
      return create(ports, change);
    case "change":
      return changeAttributes(ports, change);
    case "grant":
    case "revoke":
      return changeEntitlements(ports, change);
    case "enable":
    case "disable":
      return changeActive(ports, change);
    case "remove":
      return remove(ports, change);
  }
}

const keyOf = ({ objectId, name }: WantedChange) =>
  objectId === null ? { name } : { id: objectId };

async function create(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite, secretsOf } = ports;
  const { objectClass, name, isResumed } = change;
  const wanted = change.after ?? EMPTY_CONTENT;
  const plain = withoutSecrets(wanted.attributes);
  let account = await target.find(objectClass, { name });
  if (account === null) {
    const secret = Object.keys(wanted.attributes).filter((one) => !Object.hasOwn(plain, one));
    const attributes = { ...plain, ...(secret.length > 0 && (await secretsOf(secret))) };
    await beginWrite(null);
    const { id } = await target.writer.create(objectClass, attributes);
    account = await target.find(objectClass, { id });
    if (account === null) throw new ChangeError("ignored", name);
    requireStored(account, plain);
  } else if (isResumed) {
    requireStored(account, plain);
  } else requireSame(account, plain, target.sameValues(objectClass));
  if (wanted.active !== null) account = await setActive(ports, account, wanted.active);
  const held = await setEntitlements(ports, account, { add: wanted.entitlements, remove: [] });
  return {
    account: held.account,
    holders: held.holders,
    before: null,
    forms: storedForms(held.account.attributes, plain, target.sameValues(objectClass)),
    after: {
      attributes: only(held.account, Object.keys(plain)),
      active: held.account.active,
      entitlements: [...held.after],
    },
  };
}

async function changeAttributes(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite } = ports;
  const account = await target.require(change.objectClass, keyOf(change));
  const before = change.before?.attributes ?? {};
  const after = change.after?.attributes ?? {};
  const names = Object.keys(after);
  const sameValues = target.sameValues(change.objectClass);
  const delta = names.flatMap((attribute) => {
    const [now, old, wanted] = [valuesOf(account, attribute), before[attribute], after[attribute]];
    if (isEqual(now, wanted ?? [])) return [];
    if (!sameValues(attribute, now, old ?? [])) {
      if (sameValues(attribute, now, wanted ?? [])) return [];
      throw new ChangeError("changedMeanwhile", attribute);
    }
    const add = (wanted ?? []).filter((value) => !now.includes(value));
    return [{ attribute, add, remove: now.filter((value) => !(wanted ?? []).includes(value)) }];
  });
  const seen = { ...EMPTY_CONTENT, attributes: only(account, names) };
  const forms = ({ attributes }: SystemObject) => storedForms(attributes, after, sameValues);
  if (delta.length === 0) {
    return { account, holders: [], before: seen, after: seen, forms: forms(account) };
  }
  await beginWrite(seen);
  await target.writer.update(account, delta, { version: account.version });
  const stored = await target.require(change.objectClass, { id: account.id });
  for (const { attribute } of delta) {
    const now = valuesOf(stored, attribute);
    const wanted = after[attribute] ?? [];
    // The system may store another form of a value, but must not keep the old one, unless it cuts both alike.
    const isKept = isEqual(now, valuesOf(account, attribute));
    if (isKept && !sameValues(attribute, now, wanted) && !isCut(now, wanted)) {
      throw new ChangeError("ignored", attribute);
    }
  }
  return {
    account: stored,
    holders: [],
    before: seen,
    forms: forms(stored),
    after: { ...EMPTY_CONTENT, attributes: only(stored, names) },
  };
}

async function changeEntitlements(
  ports: ChangePorts,
  change: WantedChange,
): Promise<ChangeOutcome> {
  const found = await ports.target.require(change.objectClass, keyOf(change));
  const { account, holders, before, after } = await setEntitlements(ports, found, {
    add: change.after?.entitlements ?? [],
    remove: change.before?.entitlements ?? [],
  });
  return {
    account,
    holders,
    before: { ...EMPTY_CONTENT, entitlements: [...before] },
    after: { ...EMPTY_CONTENT, entitlements: [...after] },
  };
}

async function changeActive(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const found = await ports.target.require(change.objectClass, keyOf(change));
  const account = await setActive(ports, found, change.kind === "enable");
  return {
    account,
    holders: [],
    before: { ...EMPTY_CONTENT, active: found.active },
    after: { ...EMPTY_CONTENT, active: account.active },
  };
}

async function remove(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite } = ports;
  const account = await target.find(change.objectClass, keyOf(change));
  if (account === null) return { account: null, holders: [], before: null, after: null };
  const expected = change.before ?? EMPTY_CONTENT;
  const sameValues = target.sameValues(change.objectClass);
  const changed = [...change.mapped].find(
    (one) =>
      !isSecretAttribute(one) &&
      !isHidden(expected.attributes[one] ?? []) &&
      !sameValues(one, valuesOf(account, one), expected.attributes[one] ?? []),
  );
  if (changed !== undefined) throw new ChangeError("changedMeanwhile", changed);
  if (expected.active === false && account.active === true) {
    throw new ChangeError("changedMeanwhile", "The account was enabled");
  }
  const names = Object.keys(account.attributes);
  const seen = { ...EMPTY_CONTENT, attributes: only(account, names), active: account.active };
  // Some systems keep the members of groups, so that a later account of the same name would get its access.
  const { holders } =
    account.entitlements === null
      ? await setEntitlements(ports, account, { add: [], remove: expected.entitlements })
      : { holders: [] };
  await beginWrite(seen);
  await target.writer.remove(account, { version: account.version });
  if ((await target.find(change.objectClass, { id: account.id })) !== null) {
    throw new ChangeError("ignored", change.name);
  }
  return { account: null, holders, before: seen, after: null };
}

async function setActive(
  { target, beginWrite }: ChangePorts,
  account: SystemObject,
  active: boolean,
): Promise<SystemObject> {
  if (account.active === active) return account;
  await beginWrite({ ...EMPTY_CONTENT, active: account.active });
  await target.writer.setActive(account, active, { version: account.version });
  const stored = await target.require(account.objectClass, { id: account.id });
  if (stored.active !== active) throw new ChangeError("ignored", account.name);
  return stored;
}

interface EntitlementDelta {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

function setEntitlements(
  ports: ChangePorts,
  account: SystemObject,
  delta: EntitlementDelta,
): Promise<Entitlements> {
  return account.entitlements === null
    ? setMembers(ports, account, delta)
    : setNames(ports, account, account.entitlements, delta);
}

/** The account names its entitlements. */
async function setNames(
  { target, beginWrite }: ChangePorts,
  account: SystemObject,
  held: readonly string[],
  delta: EntitlementDelta,
): Promise<Entitlements> {
  const concerned = [...delta.add, ...delta.remove];
  const add = delta.add.filter((name) => !held.includes(name));
  const lost = delta.remove.filter((name) => held.includes(name));
  const before = concerned.filter((name) => held.includes(name));
  if (add.length + lost.length === 0) return { account, holders: [], before, after: before };
  const attribute = await target.entitlementAttribute(account.objectClass);
  await beginWrite({ ...EMPTY_CONTENT, entitlements: before });
  await target.writer.update(account, [{ attribute, add, remove: lost }], {
    version: account.version,
  });
  const stored = await target.require(account.objectClass, { id: account.id });
  const now = stored.entitlements ?? [];
  const wrong = add.find((name) => !now.includes(name)) ?? lost.find((name) => now.includes(name));
  if (wrong !== undefined) throw new ChangeError("ignored", wrong);
  return {
    account: stored,
    holders: [],
    before,
    after: concerned.filter((name) => now.includes(name)),
  };
}

/** Entitlement objects name their members. */
async function setMembers(
  { target, beginWrite, holdersOf }: ChangePorts,
  account: SystemObject,
  { add, remove }: EntitlementDelta,
): Promise<Entitlements> {
  const result: ChangeOutcome["holders"][number][] = [];
  const before: string[] = [];
  const after: string[] = [];
  const { id } = account;
  for (const holder of await holdersOf([...add, ...remove])) {
    const isWanted = add.includes(holder.entitlement);
    let object = await target.require(holder.objectClass, { id: holder.id });
    const isHeld = object.members?.includes(id) ?? false;
    if (isHeld) before.push(holder.entitlement);
    if (isHeld !== isWanted) {
      const { memberAttribute } = target.classOf(holder.objectClass);
      if (memberAttribute === null) throw new ChangeError("notAllowed", holder.entitlement);
      await beginWrite({ ...EMPTY_CONTENT, entitlements: [...before] });
      const change = {
        attribute: memberAttribute,
        add: isWanted ? [id] : [],
        remove: isWanted ? [] : [id],
      };
      // The write is valid for any version of the object, because it does not touch other members.
      await target.writer.update(object, [change], { version: null });
      object = await target.require(holder.objectClass, { id: holder.id });
      if ((object.members?.includes(id) ?? false) !== isWanted) {
        throw new ChangeError("ignored", holder.entitlement);
      }
    }
    if (isWanted) after.push(holder.entitlement);
    result.push({ ...holder, object });
  }
  return { account, holders: result, before, after };
}

/** @throws ChangeError objectExists for an account with other values. */
function requireSame(account: SystemObject, wanted: Attributes, sameValues: SameValues): void {
  const isOther = Object.entries(wanted).some(
    ([name, values]) => !sameValues(name, valuesOf(account, name), values),
  );
  if (isOther) throw new ChangeError("objectExists", account.name);
}

/** Attributes that the system does not report cannot be checked. @throws ChangeError ignored if one of a new account is empty. */
function requireStored({ attributes }: SystemObject, wanted: Attributes): void {
  const missing = Object.entries(wanted).find(
    ([name, values]) => values.length > 0 && attributes[name]?.length === 0,
  );
  if (missing) throw new ChangeError("ignored", missing[0]);
}

/** Whether the plan does not contain the values. */
function isHidden(values: readonly string[]): boolean {
  return values.length > 0 && values.every((one) => one === HIDDEN_VALUE);
}

function withoutSecrets(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, values]) => !isHidden(values)));
}

function valuesOf({ attributes }: SystemObject, name: string): readonly string[] {
  return attributes[name] ?? [];
}

/** Without secrets. */
function only(object: SystemObject, names: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    names
      .filter((name) => !isSecretAttribute(name))
      .map((name) => [name, [...valuesOf(object, name)]]),
  );
}

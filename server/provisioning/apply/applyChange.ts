/**
 * Makes one change in the system. Each kind reads the object first. It does not write values that are already as wanted,
 * does not overwrite a value that another writer changed, and reads back every write.
 */
import { ADMINISTRATIVE_STATUS } from "#events/rules/mappings/fields.ts";
import { isSecretAttribute } from "#events/rules/provisioning.ts";
import type { AttributeDelta, Attributes, SystemObject } from "../../connectors/contract.ts";
import type { SameValues } from "../../connectors/equality.ts";
import { EMPTY_CONTENT } from "../../systems/runs/content.ts";
import { isEqual, replacedValues, storedForms } from "../storedForms.ts";
import { acceptWrite } from "./acceptWrite.ts";
import { keyOf, type ChangeOutcome, type ChangePorts, type WantedChange } from "./change.ts";
import { ChangeError } from "./changeError.ts";
import { NotStoredError } from "./notStoredError.ts";
import { isHidden, plainValues, valuesOf, withoutHidden } from "./objectValues.ts";
import { setEntitlements } from "./setEntitlements.ts";
import type { TargetObjects } from "./targetObjects.ts";

/** @throws NotStoredError if the system accepted a write and ignored a part of it; other ChangeErrors; ConnectorError of the system */
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

/** The parts that the system stored do not wait for the others: an account without its phone number gets its entitlements. */
async function create(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite, secretsOf } = ports;
  const { objectClass, name, isResumed } = change;
  const wanted = change.after ?? EMPTY_CONTENT;
  const plain = withoutHidden(wanted.attributes);
  const lostOf = (object: SystemObject) =>
    Object.keys(plain).filter((one) => isLost(target, { object, before: [], plain }, one));
  let account = await target.find(objectClass, { name });
  target.requireIncluded(account ?? { name, attributes: plain });
  if (account === null) {
    const secret = Object.keys(wanted.attributes).filter((one) => !Object.hasOwn(plain, one));
    const attributes = { ...plain, ...(secret.length > 0 && (await secretsOf(secret))) };
    await beginWrite(null);
    const { result } = await acceptWrite(() => target.writer.create(objectClass, attributes));
    account = await target.find(objectClass, result === null ? { name } : { id: result.id });
    if (account === null) throw new ChangeError("ignored", name);
  } else if (isResumed) {
    const found = account;
    const delta = lostOf(found).flatMap((one) => deltaOf(found, one, plain[one] ?? []));
    if (delta.length > 0) {
      await beginWrite(null);
      await acceptWrite(() => target.writer.update(found, delta, { version: found.version }));
      account = await target.require(objectClass, { id: found.id });
    }
  } else requireSame(account, plain, target.sameValues(objectClass));
  const lost = lostOf(account);
  const status = await setActive(ports, account, wanted.active);
  const held = await setEntitlements(ports, status.account, {
    add: wanted.entitlements,
    remove: [],
  });
  account = held.account;
  return result([...lost, ...status.unchanged, ...held.unchanged], {
    account,
    holders: held.holders,
    before: null,
    ...formsOf(target, account, plain, lost),
    after: {
      attributes: plainValues(account, Object.keys(plain)),
      active: account.active,
      entitlements: [...held.after],
    },
  });
}

async function changeAttributes(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite } = ports;
  const found = await target.require(change.objectClass, keyOf(change));
  target.requireIncluded(found);
  const before = change.before?.attributes ?? {};
  const after = change.after?.attributes ?? {};
  const names = Object.keys(after);
  const sameValues = target.sameValues(change.objectClass);
  const delta = names.flatMap((attribute) => {
    const [now, old, wanted] = [valuesOf(found, attribute), before[attribute], after[attribute]];
    if (isEqual(now, wanted ?? [])) return [];
    const left = change.left[attribute];
    if (!sameValues(attribute, now, old ?? []) && !(left && isEqual(now, left))) {
      if (sameValues(attribute, now, wanted ?? [])) return [];
      // A crash hid how much of an earlier write the system stored.
      const isPart = now.every((value) => old?.includes(value) || wanted?.includes(value));
      if (!change.isResumed || !isPart) throw new ChangeError("changedMeanwhile", attribute);
    }
    return deltaOf(found, attribute, wanted ?? []);
  });
  const seen = { ...EMPTY_CONTENT, attributes: plainValues(found, names) };
  if (delta.length < names.length) {
    // An earlier attempt may have changed the object without what follows from it.
    const former = (change.seen ?? change.before)?.attributes ?? {};
    await target.writer.finishUpdate?.(found, former);
  }
  let account = found;
  let [lost, differing]: [readonly string[], readonly string[]] = [[], []];
  if (delta.length > 0) {
    await beginWrite(seen);
    const { ignored } = await acceptWrite(() =>
      target.writer.update(found, delta, { version: found.version }),
    );
    const object = await target.require(change.objectClass, { id: found.id });
    account = object;
    const isOwnLost = ({ attribute }: AttributeDelta) =>
      isLost(target, { object, before: valuesOf(found, attribute), plain: after }, attribute);
    differing = delta.filter(isOwnLost).map((one) => one.attribute);
    // A connector that found some may have undone the whole write.
    lost = ignored.length > 0 ? ignored : differing;
  }
  return result(lost, {
    account,
    holders: [],
    before: seen,
    ...formsOf(target, account, after, [...new Set([...lost, ...differing])]),
    after: { ...EMPTY_CONTENT, attributes: plainValues(account, names) },
  });
}

async function changeEntitlements(
  ports: ChangePorts,
  change: WantedChange,
): Promise<ChangeOutcome> {
  const found = await ports.target.require(change.objectClass, keyOf(change));
  ports.target.requireIncluded(found);
  const { account, holders, before, after, unchanged } = await setEntitlements(ports, found, {
    add: change.after?.entitlements ?? [],
    remove: change.before?.entitlements ?? [],
  });
  return result(unchanged, {
    account,
    holders,
    before: { ...EMPTY_CONTENT, entitlements: [...before] },
    after: { ...EMPTY_CONTENT, entitlements: [...after] },
  });
}

async function changeActive(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const found = await ports.target.require(change.objectClass, keyOf(change));
  ports.target.requireIncluded(found);
  const { account, unchanged } = await setActive(ports, found, change.kind === "enable");
  return result(unchanged, {
    account,
    holders: [],
    before: { ...EMPTY_CONTENT, active: found.active },
    after: { ...EMPTY_CONTENT, active: account.active },
  });
}

async function remove(ports: ChangePorts, change: WantedChange): Promise<ChangeOutcome> {
  const { target, beginWrite } = ports;
  const account = await target.find(change.objectClass, keyOf(change));
  if (account === null) return { account: null, holders: [], before: null, after: null };
  target.requireIncluded(account);
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
  const seen = {
    ...EMPTY_CONTENT,
    attributes: plainValues(account, names),
    active: account.active,
  };
  // Some systems keep the members of groups, so that a later account of the same name would get its access.
  const { holders, unchanged } =
    account.entitlements === null
      ? await setEntitlements(ports, account, { add: [], remove: expected.entitlements })
      : { holders: [], unchanged: [] };
  if (unchanged.length > 0) throw new ChangeError("ignored", unchanged.join(", "));
  await beginWrite(seen);
  await target.writer.remove(account, { version: account.version });
  if ((await target.find(change.objectClass, { id: account.id })) !== null) {
    throw new ChangeError("ignored", change.name);
  }
  return { account: null, holders, before: seen, after: null };
}

interface StatusChange {
  readonly account: SystemObject;
  /** Names the status if the system accepted it and did not change it. */
  readonly unchanged: readonly string[];
}

/** @param active null: as the system has it. */
async function setActive(
  { target, beginWrite }: ChangePorts,
  account: SystemObject,
  active: boolean | null,
): Promise<StatusChange> {
  if (active === null || account.active === active) return { account, unchanged: [] };
  await beginWrite({ ...EMPTY_CONTENT, active: account.active });
  await acceptWrite(() => target.writer.setActive(account, active, { version: account.version }));
  const stored = await target.require(account.objectClass, { id: account.id });
  return { account: stored, unchanged: stored.active === active ? [] : [ADMINISTRATIVE_STATUS] };
}

/** @throws NotStoredError unless the system stored everything. */
function result(lost: readonly string[], outcome: ChangeOutcome): ChangeOutcome {
  if (lost.length > 0) throw new NotStoredError(lost, outcome);
  return outcome;
}

interface Written {
  readonly object: SystemObject;
  readonly before: readonly string[];
  readonly plain: Attributes;
}

/** Whether the system reports the attribute and has not stored it. */
function isLost(target: TargetObjects, { object, before, plain }: Written, name: string): boolean {
  const isReported =
    object.attributes[name] !== undefined || target.isReported(object.objectClass, name);
  const values = { before, written: plain[name] ?? [], stored: valuesOf(object, name) };
  return isReported && !target.isStored(object.objectClass, name, values);
}

/** No later preview may take what the system ignored for a form of what was written. */
function formsOf(
  target: TargetObjects,
  { objectClass, attributes }: SystemObject,
  written: Attributes,
  lost: readonly string[],
): Required<Pick<ChangeOutcome, "forms" | "replaced">> {
  const forms = storedForms(attributes, written, target.sameValues(objectClass));
  const ignored = lost
    .filter((name) => Object.hasOwn(written, name))
    .map((name) => [name, [...(attributes[name] ?? [])]] satisfies [string, string[]]);
  return {
    forms: { ...forms, ...Object.fromEntries(ignored.map(([name]) => [name, null])) },
    replaced: { ...replacedValues(forms), ...Object.fromEntries(ignored) },
  };
}

function deltaOf(
  object: SystemObject,
  attribute: string,
  wanted: readonly string[],
): AttributeDelta[] {
  const now = valuesOf(object, attribute);
  const add = wanted.filter((value) => !now.includes(value));
  const lost = now.filter((value) => !wanted.includes(value));
  return add.length + lost.length === 0 ? [] : [{ attribute, add, remove: lost }];
}

/** @throws ChangeError objectExists for an account with other values. */
function requireSame(account: SystemObject, wanted: Attributes, sameValues: SameValues): void {
  const isOther = Object.entries(wanted).some(
    ([name, values]) => !sameValues(name, valuesOf(account, name), values),
  );
  if (isOther) throw new ChangeError("objectExists", account.name);
}

/** Gives an account entitlements and takes them away, whichever side names the other. */
import { EMPTY_CONTENT } from "../../systems/runs/content.ts";
import type { SystemObject } from "../../connectors/contract.ts";
import { acceptWrite } from "./acceptWrite.ts";
import type { ChangeOutcome, ChangePorts } from "./change.ts";
import { ChangeError } from "./changeError.ts";

interface EntitlementDelta {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

interface Entitlements extends Pick<ChangeOutcome, "holders"> {
  readonly account: SystemObject;
  /** Of the concerned entitlements: those that the account held before, and holds now. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Those that the system accepted and did not change. */
  readonly unchanged: readonly string[];
}

export function setEntitlements(
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
  if (add.length + lost.length === 0) {
    return { account, holders: [], before, after: before, unchanged: [] };
  }
  const attribute = await target.entitlementAttribute(account.objectClass);
  await beginWrite({ ...EMPTY_CONTENT, entitlements: before });
  await acceptWrite(() =>
    target.writer.update(account, [{ attribute, add, remove: lost }], { version: account.version }),
  );
  const stored = await target.require(account.objectClass, { id: account.id });
  const now = stored.entitlements ?? [];
  return {
    account: stored,
    holders: [],
    before,
    after: concerned.filter((name) => now.includes(name)),
    unchanged: [
      ...add.filter((name) => !now.includes(name)),
      ...lost.filter((name) => now.includes(name)),
    ],
  };
}

/** Entitlement objects name their members. */
async function setMembers(
  { target, beginWrite, holdersOf }: ChangePorts,
  account: SystemObject,
  { add, remove }: EntitlementDelta,
): Promise<Entitlements> {
  const holders: ChangeOutcome["holders"][number][] = [];
  const [before, after, unchanged]: [string[], string[], string[]] = [[], [], []];
  const { id } = account;
  for (const holder of await holdersOf([...add, ...remove])) {
    const { entitlement, objectClass } = holder;
    const isWanted = add.includes(entitlement);
    let object = await target.require(objectClass, { id: holder.id });
    let isHeld = object.members?.includes(id) ?? false;
    if (isHeld) before.push(entitlement);
    if (isHeld !== isWanted) {
      const { memberAttribute: attribute } = target.classOf(objectClass);
      if (attribute === null) throw new ChangeError("notAllowed", entitlement);
      await beginWrite({ ...EMPTY_CONTENT, entitlements: [...before] });
      const change = { attribute, add: isWanted ? [id] : [], remove: isWanted ? [] : [id] };
      const written = object;
      // The write is valid for any version of the object, because it does not touch other members.
      await acceptWrite(() => target.writer.update(written, [change], { version: null }));
      object = await target.require(objectClass, { id: holder.id });
      isHeld = object.members?.includes(id) ?? false;
      if (isHeld !== isWanted) unchanged.push(entitlement);
    }
    if (isHeld) after.push(entitlement);
    holders.push({ ...holder, object });
  }
  return { account, holders, before, after, unchanged };
}

/** What a change that failed left in the system: an earlier attempt or an earlier write may have made a part of it. */
import type { ProvisionKind } from "#events/entities/provisioning.ts";
import { EMPTY_CONTENT } from "../../systems/runs/content.ts";
import type { SystemObject } from "../../connectors/contract.ts";
import { keyOf, type ChangeOutcome, type ChangePorts, type WantedChange } from "./change.ts";
import { plainValues, withoutHidden } from "./objectValues.ts";

/** Kinds that set whether the account is active. */
const STATUS_KINDS: ReadonlySet<ProvisionKind> = new Set(["create", "enable", "disable"]);

/**
 * Only reads.
 *
 * @returns null if the account is gone or should be removed. The next import finds what became of it.
 * @throws ChangeError entitlementMissing, notFound; ConnectorError of the system
 */
export async function readOutcome(
  ports: ChangePorts,
  change: WantedChange,
): Promise<ChangeOutcome | null> {
  if (change.kind === "remove") return null;
  const account = await ports.target.find(change.objectClass, keyOf(change));
  if (account === null) return null;
  const [before, wanted] = [change.before ?? EMPTY_CONTENT, change.after ?? EMPTY_CONTENT];
  const concerned = [...new Set([...wanted.entitlements, ...before.entitlements])];
  const { held, holders } = await readHeld(ports, account, concerned);
  return {
    account,
    holders,
    before: change.before,
    after: {
      attributes: plainValues(account, Object.keys(withoutHidden(wanted.attributes))),
      active: STATUS_KINDS.has(change.kind) ? account.active : null,
      entitlements: [...held],
    },
  };
}

/** Which of the entitlements the account holds, whichever side names the other. */
async function readHeld(
  { target, holdersOf }: ChangePorts,
  account: SystemObject,
  concerned: readonly string[],
): Promise<Pick<ChangeOutcome, "holders"> & { readonly held: readonly string[] }> {
  const { entitlements: named } = account;
  if (named !== null) {
    return { holders: [], held: concerned.filter((name) => named.includes(name)) };
  }
  const holders: ChangeOutcome["holders"][number][] = [];
  for (const holder of await holdersOf(concerned)) {
    const object = await target.require(holder.objectClass, { id: holder.id });
    holders.push({ ...holder, object });
  }
  const isHeld = ({ object }: ChangeOutcome["holders"][number]) =>
    object.members?.includes(account.id) ?? false;
  return { holders, held: holders.filter(isHeld).map(({ entitlement }) => entitlement) };
}

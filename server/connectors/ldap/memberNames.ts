/** The names of accounts in groups. Not every server changes them when it renames the entry of an account. */
import { Attribute, Change, ModifyRequest } from "ldapts";
import type { Attributes, SystemObject } from "../contract.ts";
import { hasMemberNames, isSameMember } from "./accountIndex.ts";
import { DN_ATTRIBUTE, formerName } from "./entryName.ts";
import { all, equals, filterOf } from "./filters.ts";
import { findEntries, findEntry } from "./paging.ts";
import { send } from "./send.ts";
import type { LdapSettings } from "./settings.ts";
import type { System } from "./system.ts";
import { decodeId, encodeValue, firstValue, valuesOf } from "./values.ts";
import type { RawEntry } from "./wire/decode.ts";
import type { Session } from "./wire/session.ts";

/**
 * Groups that have the former value of an account get its new one. Can be repeated after a failure.
 *
 * @throws ConnectorError
 */
export async function renameMember(
  { settings }: System,
  session: Session,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  const { groups } = settings;
  const attribute = groups?.memberAttribute;
  if (!groups || !attribute || isSameMember(settings, before, after)) return;
  const groupsWith = (member: string): Promise<readonly RawEntry[]> =>
    findEntries(session, {
      base: groups.baseDn,
      scope: "sub",
      filter: all(filterOf(groups), equals(attribute, member)),
      attributes: ["1.1"],
    });
  const stale = await groupsWith(before);
  if (stale.length === 0) return;
  const current = new Set((await groupsWith(after)).map(({ dn }) => dn));
  const change = (operation: "add" | "delete", member: string): Change => {
    const values = [encodeValue(attribute, member)];
    return new Change({ operation, modification: new Attribute({ type: attribute, values }) });
  };
  for (const { dn } of stale) {
    const changes = [...(current.has(dn) ? [] : [change("add", after)]), change("delete", before)];
    await send(session, (messageId) => new ModifyRequest({ messageId, dn, changes }));
  }
}

/**
 * Finishes a renaming that ended before all groups were changed. Another account that has the former name by now keeps its groups.
 *
 * @param former values of the account before it was renamed.
 * @throws ConnectorError
 */
export async function finishRenaming(
  system: System,
  session: Session,
  { object, former }: { readonly object: SystemObject; readonly former: Attributes },
): Promise<void> {
  const { settings, index } = system;
  if (!settings.groups?.memberAttribute) return;
  const before = formerMember(settings, object, former);
  if (before === null || (await isTaken(settings, session, { member: before, id: object.id }))) {
    return;
  }
  const [after] = await index.membersOf(session, [object.id]);
  if (after !== undefined) await renameMember(system, session, { before, after });
}

/** @returns the value of the member attribute before the renaming; null if it is the same. */
function formerMember(
  settings: LdapSettings,
  object: SystemObject,
  former: Attributes,
): string | null {
  if (hasMemberNames(settings)) {
    const { nameAttribute } = settings.accounts;
    const [name] = valuesOf(former, nameAttribute);
    return name === undefined || name === object.name ? null : name;
  }
  const [dn] = object.attributes[DN_ATTRIBUTE] ?? [];
  const before = dn === undefined ? null : formerName({ dn, values: object.attributes, former });
  return before === null || isSameMember(settings, before, dn ?? "") ? null : before;
}

/** Whether another account has the name by now. */
async function isTaken(
  settings: LdapSettings,
  session: Session,
  { member, id }: { readonly member: string; readonly id: string },
): Promise<boolean> {
  const { accounts, idAttribute } = settings;
  if (!hasMemberNames(settings)) {
    return (await findEntry(session, member, [idAttribute])) !== null;
  }
  const found = await findEntries(session, {
    base: accounts.baseDn,
    scope: "sub",
    filter: all(filterOf(accounts), equals(accounts.nameAttribute, member)),
    attributes: [idAttribute],
  });
  // The account itself has the name if only the case differs.
  return found.some((entry) => {
    const value = firstValue(entry, idAttribute);
    return value === undefined || decodeId(idAttribute, value) !== id;
  });
}

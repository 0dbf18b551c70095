/**
 * The accounts that groups name as members. The index is filled while accounts are read. Until all of them are read, an
 * unknown member is looked up, so reading the accounts before the groups saves one request per member. Its size grows
 * with the number of accounts.
 */
import { isWithin, normalizeDn } from "../dn.ts";
import { ConnectorError } from "../contract.ts";
import { all, equals, filterOf, hasId } from "./filters.ts";
import { findEntries, findEntry } from "./paging.ts";
import type { LdapSettings } from "./settings.ts";
import { decodeId, firstValue } from "./values.ts";
import type { RawEntry } from "./wire/decode.ts";
import type { Session } from "./wire/session.ts";

export interface AccountIndex {
  add(account: { readonly dn: string; readonly name: string; readonly id: string }): void;
  /** All accounts are known: a member that is not an account is not looked up. */
  complete(): void;
  /** @returns the ids of the members that are accounts. Members that are groups are left out. */
  resolve(session: Session, members: readonly string[]): Promise<readonly string[]>;
  /** @returns the value of the member attribute for each account that exists. */
  membersOf(session: Session, ids: readonly string[]): Promise<readonly string[]>;
}

/** Requests that are sent before the first answer is awaited. */
const MAX_LOOKUPS = 64;
/** Groups of Unix contain login names instead of distinguished names. */
const NAME_ATTRIBUTE = "memberuid";
/** The optional part of values of `uniqueMember`. */
const UNIQUE_ID = /#'[01]*'B$/;

/** Whether groups name their members by login names instead of distinguished names. */
export function hasMemberNames({ groups }: LdapSettings): boolean {
  return groups?.memberAttribute?.toLowerCase() === NAME_ATTRIBUTE;
}

/** Whether the server takes both for the same member. */
export function isSameMember(settings: LdapSettings, one: string, other: string): boolean {
  return hasMemberNames(settings) ? one === other : normalizeDn(one) === normalizeDn(other);
}

export function createAccountIndex(settings: LdapSettings): AccountIndex {
  const { accounts, idAttribute } = settings;
  const hasNames = hasMemberNames(settings);
  const base = normalizeDn(accounts.baseDn);
  /** Ids; null for a member that is not an account. */
  const ids = new Map<string, string | null>();
  let isComplete = false;

  const keyOf = (member: string): string =>
    hasNames ? member.toLowerCase() : normalizeDn(member.replace(UNIQUE_ID, ""));

  async function lookUp(session: Session, member: string, key: string): Promise<void> {
    const filter = filterOf(accounts);
    let entry: RawEntry | null | undefined = null;
    if (hasNames) {
      const named = all(filter, equals(accounts.nameAttribute, member));
      const search = { base: accounts.baseDn, scope: "sub", attributes: [idAttribute] } as const;
      [entry] = await findEntries(session, { ...search, filter: named });
    } else if (isWithin(key, base)) {
      entry = await findEntry(session, member.replace(UNIQUE_ID, ""), [idAttribute], filter);
    }
    const value = entry && firstValue(entry, idAttribute);
    ids.set(key, value ? decodeId(idAttribute, value) : null);
  }

  return {
    add: ({ dn, name, id }) => void ids.set(keyOf(hasNames ? name : dn), id),
    complete: () => {
      isComplete = true;
    },
    resolve: async (session, members) => {
      const keys = members.map(keyOf);
      const unknown = isComplete
        ? []
        : members.flatMap((member, index) => {
            const key = keys[index] ?? "";
            return ids.has(key) ? [] : [{ member, key }];
          });
      for (let at = 0; at < unknown.length; at += MAX_LOOKUPS) {
        const some = unknown.slice(at, at + MAX_LOOKUPS);
        await Promise.all(some.map(({ member, key }) => lookUp(session, member, key)));
      }
      return keys.flatMap((key) => ids.get(key) ?? []);
    },
    membersOf: async (session, wanted) => {
      const { nameAttribute, baseDn } = accounts;
      const search = { base: baseDn, scope: "sub", attributes: [nameAttribute] } as const;
      const members: string[] = [];
      for (const id of wanted) {
        const [entry] = await findEntries(session, { ...search, filter: hasId(settings, id) });
        const member =
          entry && (hasNames ? firstValue(entry, nameAttribute)?.toString() : entry.dn);
        if (member === undefined) {
          throw new ConnectorError("valueRefused", "find", `There is no account ${id}`);
        }
        members.push(member);
      }
      return members;
    },
  };
}

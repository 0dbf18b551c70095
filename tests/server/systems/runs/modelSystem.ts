/** A system in memory, with faults on request: the plain model that directories are compared with. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  ConnectorError,
  type Change,
  type Connection,
  type ReadEnd,
  type SystemObject,
} from "#server/connectors/contract.ts";

export interface ModelAccount {
  readonly name: string;
  /** The external id of its owner; empty: none. */
  readonly owner: string;
  readonly active: boolean;
  readonly entitlements: readonly string[];
}

/** What goes wrong while the system is read. */
export type Fault = "none" | "breaks" | "endsEarly" | "repeats";

const ACCOUNT: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: null,
  attributes: [],
};
const GROUP: ObjectClass = {
  name: "group",
  role: "entitlement",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: "member",
  attributes: [],
};

const PAGE = 3;

export class ModelSystem {
  readonly accounts = new Map<string, ModelAccount>();
  /** Whether groups name their members, or accounts their entitlements. */
  readonly #hasGroups: boolean;
  /** Ids of accounts that changed, and names of groups, in order. */
  readonly #log: { readonly kind: "account" | "group"; readonly id: string }[] = [];

  constructor(hasGroups: boolean) {
    this.#hasGroups = hasGroups;
  }

  put(id: string, account: ModelAccount): void {
    const before = this.accounts.get(id);
    this.accounts.set(id, account);
    this.#note(id, before, account);
  }

  remove(id: string): void {
    const before = this.accounts.get(id);
    this.accounts.delete(id);
    if (before) this.#note(id, before, undefined);
  }

  #note(id: string, before: ModelAccount | undefined, after: ModelAccount | undefined): void {
    this.#log.push({ kind: "account", id });
    const names = new Set([...(before?.entitlements ?? []), ...(after?.entitlements ?? [])]);
    for (const name of names) this.#log.push({ kind: "group", id: name });
  }

  #account(id: string, account: ModelAccount): SystemObject {
    return {
      id,
      name: account.name,
      objectClass: ACCOUNT.name,
      attributes: { id: [id], name: [account.name], owner: account.owner ? [account.owner] : [] },
      active: account.active,
      entitlements: this.#hasGroups ? null : account.entitlements,
      members: null,
      version: null,
    };
  }

  #group(name: string): SystemObject {
    const members = [...this.accounts].flatMap(([id, { entitlements }]) =>
      entitlements.includes(name) ? [id] : [],
    );
    return {
      id: `group-${name}`,
      name,
      objectClass: GROUP.name,
      attributes: { name: [name] },
      active: null,
      entitlements: null,
      members,
      version: null,
    };
  }

  #groupNames(): string[] {
    return [...new Set([...this.accounts.values()].flatMap(({ entitlements }) => entitlements))];
  }

  connect(fault: Fault): Connection {
    const token = () => String(this.#log.length);
    const endOf = (): ReadEnd =>
      fault === "endsEarly"
        ? { complete: false, token: null, problem: new ConnectorError("limitReached", "read", "") }
        : { complete: true, token: token(), problem: null };
    const isCut = fault === "endsEarly" || fault === "breaks";
    const pagesOf = async function* <Item>(items: readonly Item[]) {
      // A fault keeps back at least one object of every class.
      const kept = isCut ? items.slice(0, Math.floor(items.length / 2)) : items;
      for (let at = 0; at < kept.length; at += PAGE) yield kept.slice(at, at + PAGE);
      if (fault === "breaks") throw new ConnectorError("unreadable", "read", "It broke");
      return endOf();
    };
    return {
      test: async () => ["connect", "read"],
      discoverSchema: async () => (this.#hasGroups ? [ACCOUNT, GROUP] : [ACCOUNT]),
      search: (objectClass) => {
        if (objectClass.name === GROUP.name) {
          return pagesOf(this.#groupNames().map((name) => this.#group(name)));
        }
        const accounts = [...this.accounts].map(([id, account]) => this.#account(id, account));
        const [first] = accounts;
        const again = first && fault === "repeats" ? [{ ...first, name: `${first.name}?` }] : [];
        return pagesOf([...accounts, ...again]);
      },
      sync: (_classes, since) => pagesOf(this.#changesSince(Number(since))),
      writer: null,
      close: async () => {},
    };
  }

  #changesSince(position: number): Change[] {
    const changed = new Map(this.#log.slice(position).map((one) => [`${one.kind} ${one.id}`, one]));
    return [...changed.values()].flatMap(({ kind, id }): Change[] => {
      if (kind === "group") {
        if (!this.#hasGroups) return [];
        return this.#groupNames().includes(id)
          ? [{ type: "stored", object: this.#group(id) }]
          : [{ type: "removed", objectClass: GROUP.name, id: `group-${id}` }];
      }
      const account = this.accounts.get(id);
      return account
        ? [{ type: "stored", object: this.#account(id, account) }]
        : [{ type: "removed", objectClass: ACCOUNT.name, id }];
    });
  }
}

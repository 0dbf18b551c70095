/** A writable system in memory. Before and after each request, a test may let it fail or kill the worker. */
import type { ObjectClass } from "#events/entities/objectClass.ts";
import {
  ConnectorError,
  type AttributeDelta,
  type Attributes,
  type Connection,
  type ObjectName,
  type SystemObject,
  type Writer,
} from "#server/connectors/contract.ts";

export const ACCOUNT: ObjectClass = {
  name: "account",
  role: "account",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: null,
  attributes: ["name", "mail", "phone", "rights"].map((name) => ({
    name,
    multiple: name === "phone" || name === "rights",
    required: name === "name",
    writable: true,
  })),
};
export const GROUP: ObjectClass = {
  name: "group",
  role: "entitlement",
  idAttribute: "id",
  nameAttribute: "name",
  memberAttribute: "member",
  attributes: [],
};

interface Account {
  readonly attributes: Readonly<Record<string, readonly string[]>>;
  readonly active: boolean;
  readonly rights: readonly string[];
  readonly version: number;
}

/** How a request ends. */
export type Fault = "none" | "killBefore" | "killAfter" | "lostBefore" | "lostAfter" | "limited";

/** The worker ends without storing anything. */
export class Killed extends Error {
  override readonly name = "Killed";
}

export class MemorySystem {
  readonly accountClass = ACCOUNT.name;
  readonly groupClass = GROUP.name;
  readonly nameAttribute = ACCOUNT.nameAttribute;
  readonly mapped = ["name", "mail"];
  readonly accounts = new Map<string, Account>();
  /** Effective writes, such as `create ann`. */
  readonly writes: string[] = [];
  readonly #hasGroups: boolean;
  readonly #batchSize: number;
  #nextId = 1;
  /** Called for each request. */
  fault: () => Fault = () => "none";
  /** Whether writes of accounts are accepted and ignored. */
  isDeaf = false;
  /** What the system stores of the values that are written to an attribute of an account. */
  storedOf: (
    attribute: string,
    written: readonly string[],
    old: readonly string[],
  ) => readonly string[] = (_attribute, written) => written;

  /** @param batchSize how many changes it writes in one step. */
  constructor(hasGroups: boolean, batchSize = 1) {
    this.#hasGroups = hasGroups;
    this.#batchSize = batchSize;
  }

  put(name: string, account: Partial<Account> = {}): string {
    const id = `id-${this.#nextId++}`;
    const attributes = { name: [name], ...account.attributes };
    this.accounts.set(id, { active: true, rights: [], version: 1, ...account, attributes });
    return id;
  }

  /** Another writer changes an account. Other attributes stay. */
  overwrite(id: string, change: Partial<Omit<Account, "version">>): void {
    const account = this.#require(id, null);
    const attributes = { ...account.attributes, ...change.attributes };
    const version = account.version + 1;
    this.accounts.set(id, { ...account, ...change, attributes, version });
  }

  object(id: string): SystemObject | null {
    const account = this.accounts.get(id);
    if (!account) return null;
    // Like most systems, it does not show passwords.
    const { password: _password, ...attributes } = account.attributes;
    const { active, rights, version } = account;
    return {
      id,
      name: attributes["name"]?.[0] ?? "",
      objectClass: "account",
      attributes: this.#hasGroups ? attributes : { ...attributes, rights },
      active,
      entitlements: this.#hasGroups ? null : rights,
      members: null,
      version: String(version),
    };
  }

  group(name: string): SystemObject {
    const members = [...this.accounts].flatMap(([id, { rights }]) =>
      rights.includes(name) ? [id] : [],
    );
    const objectClass = "group";
    const attributes = { name: [name] };
    return {
      id: name,
      name,
      objectClass,
      attributes,
      active: null,
      entitlements: null,
      members,
      version: null,
    };
  }

  async #request<Result>(effect: () => Result): Promise<Result> {
    const fault = this.fault();
    if (fault === "killBefore") throw new Killed("before");
    if (fault === "lostBefore") throw new ConnectorError("timedOut", "read", "lost");
    if (fault === "limited") {
      throw new ConnectorError("rateLimited", "read", "slow down", { retryAfter: 90_000 });
    }
    const result = effect();
    if (fault === "killAfter") throw new Killed("after");
    if (fault === "lostAfter") throw new ConnectorError("timedOut", "read", "lost");
    return result;
  }

  #require(id: string, version: string | null): Account {
    const account = this.accounts.get(id);
    if (!account) throw new ConnectorError("notFound", "read", id);
    if (version !== null && String(account.version) !== version) {
      throw new ConnectorError("changedMeanwhile", "read", id);
    }
    return account;
  }

  #store(id: string, account: Account, change: Partial<Account>, write: string): SystemObject {
    if (!this.isDeaf) {
      this.accounts.set(id, { ...account, ...change, version: account.version + 1 });
      this.writes.push(write);
    }
    return this.object(id) ?? this.group(id);
  }

  #nameOf(id: string): string {
    return this.accounts.get(id)?.attributes["name"]?.[0] ?? "";
  }

  #update(object: SystemObject, delta: readonly AttributeDelta[], version: string | null) {
    if (object.objectClass === "group") {
      for (const { add, remove } of delta) {
        for (const id of [...add, ...remove]) {
          const account = this.#require(id, null);
          const others = account.rights.filter((right) => right !== object.name);
          const rights = add.includes(id) ? [...others, object.name] : others;
          this.#store(id, account, { rights }, `${object.name} ${this.#nameOf(id)}`);
        }
      }
      return this.group(object.name);
    }
    const account = this.#require(object.id, version);
    const attributes = { ...account.attributes };
    let { rights } = account;
    for (const { attribute, add, remove } of delta) {
      const old = attribute === "rights" ? rights : (attributes[attribute] ?? []);
      const next = [...old.filter((value) => !remove.includes(value)), ...add];
      if (attribute === "rights") rights = this.storedOf(attribute, next, rights);
      else attributes[attribute] = this.storedOf(attribute, next, old);
    }
    const names = delta
      .map(({ attribute, add, remove }) =>
        attribute === "rights" ? `+${add.join()} -${remove.join()}` : attribute,
      )
      .join(" ");
    return this.#store(
      object.id,
      account,
      { attributes, rights },
      `${names} ${this.#nameOf(object.id)}`,
    );
  }

  #find(objectClass: string, key: ObjectName): SystemObject | null {
    if (objectClass === "group") return this.group("id" in key ? key.id : key.name);
    if ("id" in key) return this.object(key.id);
    const found = [...this.accounts].find(
      ([, { attributes }]) => attributes["name"]?.[0] === key.name,
    );
    return found ? this.object(found[0]) : null;
  }

  #create(attributes: Attributes): SystemObject {
    const name = attributes["name"]?.[0] ?? "";
    if (this.#find("account", { name })) throw new ConnectorError("objectExists", "read", name);
    this.writes.push(`create ${name}`);
    const stored = Object.entries(attributes).map(([attribute, values]) => [
      attribute,
      this.storedOf(attribute, values, []),
    ]);
    const id = this.put(name, { attributes: Object.fromEntries(stored) });
    const object = this.object(id);
    if (!object) throw new Error("The account is missing");
    return object;
  }

  async connect(): Promise<Connection> {
    const writer: Writer = {
      batchSize: this.#batchSize,
      find: (objectClass, key) => this.#request(() => this.#find(objectClass, key)),
      entitlementAttribute: async () => "rights",
      create: (_objectClass, attributes) => this.#request(() => this.#create(attributes)),
      update: (object, delta, { version }) =>
        this.#request(() => this.#update(object, delta, version)),
      setActive: (object, active, { version }) =>
        this.#request(() => {
          const account = this.#require(object.id, version);
          return this.#store(object.id, account, { active }, `active ${object.name}`);
        }),
      remove: (object, { version }) =>
        this.#request(() => {
          this.#require(object.id, version);
          this.writes.push(`remove ${object.name}`);
          this.accounts.delete(object.id);
        }),
    };
    return {
      test: async () => [],
      discoverSchema: () => this.#request(() => (this.#hasGroups ? [ACCOUNT, GROUP] : [ACCOUNT])),
      search: () => {
        throw new Error("Only single objects are read");
      },
      sync: null,
      writer,
      close: async () => {},
    };
  }
}

/** Compares planned changes with open tasks, with the accounts that exist and with each other. */
import { sql, type Kysely } from "kysely";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import type { SystemPlace } from "../connectors/contract.ts";
import { IdIndex } from "../connectors/csv/idIndex.ts";
import { normalFormOf, type NormalForm } from "../connectors/equality.ts";
import type { Database } from "../db/schema.ts";
import type { PlannedChange } from "./planAccount.ts";
import type { PersonPlan } from "./planPeople.ts";

export interface NewRow {
  readonly identityOid: string;
  readonly source: string;
  readonly change: PlannedChange;
}

/** Names of one query. */
const PAGE = 10_000;

/** The conflicts of one plan. */
export class Conflicts {
  readonly #db: Kysely<Database>;
  readonly #place: SystemPlace;
  readonly #names: AccountNames;
  /** Who gets an account from an open task, by the key of its name. */
  readonly #receivers = new Map<string, string | null>();
  #isLoaded = false;

  constructor(db: Kysely<Database>, place: SystemPlace, classes: readonly ObjectClass[]) {
    this.#db = db;
    this.#place = place;
    this.#names = new AccountNames(classes);
  }

  /**
   * Leaves out what an open task already does, and blocks new accounts whose name another account has, gets from an open
   * task, or gets in this plan.
   */
  async rowsOf(plans: readonly PersonPlan[]): Promise<NewRow[]> {
    const rows = plans.flatMap(({ identityOid, source, changes }) =>
      changes.map((change): NewRow => ({ identityOid, source, change })),
    );
    if (rows.length === 0) return rows;
    if (rows.some(({ change }) => change.kind === "create")) await this.#load();
    const isOpen = await this.#openChanges(rows);
    return rows.flatMap((row) => {
      const { kind, account } = row.change;
      if (kind === "create") return this.#created(row);
      return isOpen.has(`${kind} ${account}`) ? [] : [row];
    });
  }

  #created(row: NewRow): readonly NewRow[] {
    const { account, objectClass, problem } = row.change;
    const keys = this.#names.keysOf(objectClass, account);
    const receivers = keys.flatMap((key) => {
      const receiver = this.#receivers.get(key);
      return receiver === undefined ? [] : [receiver];
    });
    if (receivers.includes(row.identityOid)) return [];
    if (problem !== null) return [row];
    if (receivers.length === 0 && !this.#names.has(keys)) {
      this.#names.add(keys);
      return [row];
    }
    const taken = { code: "accountExists", detail: account } as const;
    return [{ ...row, change: { ...row.change, problem: taken } }];
  }

  async #openChanges(rows: readonly NewRow[]): Promise<ReadonlySet<string>> {
    const { clientId, resourceId } = this.#place;
    const names = [...new Set(rows.map(({ change }) => change.account))];
    const open = await sql<{ account: string; kind: string }>`
      select c.account, c.kind from provisioning_changes c
      join system_tasks t on t.client_id = c.client_id and t.resource_id = c.resource_id
        and t.id = c.task_id and t.state = 'open'
      where c.client_id = ${clientId} and c.resource_id = ${resourceId}
        and c.account = any(${names}::text[]) and c.kind <> 'create'
    `.execute(this.#db);
    return new Set(open.rows.map(({ account, kind }) => `${kind} ${account}`));
  }

  async #load(): Promise<void> {
    if (this.#isLoaded) return;
    this.#isLoaded = true;
    const { clientId, resourceId } = this.#place;
    const open = await sql<{ account: string; objectClass: string; identity: string | null }>`
      select c.account, c.object_class as "objectClass", c.identity_oid as identity
      from provisioning_changes c
      join system_tasks t on t.client_id = c.client_id and t.resource_id = c.resource_id
        and t.id = c.task_id and t.state = 'open'
      where c.client_id = ${clientId} and c.resource_id = ${resourceId} and c.kind = 'create'
    `.execute(this.#db);
    for (const { account, objectClass, identity } of open.rows) {
      for (const key of this.#names.keysOf(objectClass, account)) {
        this.#receivers.set(key, identity);
      }
    }
    for await (const { name, objectClass, objectName } of accountNames(this.#db, this.#place)) {
      this.#names.add(this.#names.keysOf(objectClass, name));
      if (objectName !== null && objectName !== name) {
        this.#names.add(this.#names.keysOf(objectClass, objectName));
      }
    }
  }
}

/** Names are the same if the system takes them for one, or if they are equal: the directory has one account of a name. */
class AccountNames {
  readonly #keys = new IdIndex();
  readonly #forms: ReadonlyMap<string, NormalForm>;

  constructor(classes: readonly ObjectClass[]) {
    this.#forms = new Map(
      classes.map(({ name, nameAttribute, attributes }) => {
        const named = attributes.find(
          (attribute) => attribute.name.toLowerCase() === nameAttribute.toLowerCase(),
        );
        return [name, normalFormOf(named?.equality ?? "exact")];
      }),
    );
  }

  /** @param objectClass null if it is not known: it may be any. */
  keysOf(objectClass: string | null, name: string): readonly string[] {
    const known = objectClass === null ? undefined : this.#forms.get(objectClass);
    const forms = known === undefined ? [...this.#forms] : [[objectClass ?? "", known] as const];
    return [`= ${name}`, ...forms.map(([of, form]) => JSON.stringify([of, form(name)]))];
  }

  has(keys: readonly string[]): boolean {
    return keys.some((key) => this.#keys.get(key) !== -1);
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#keys.add(key);
  }
}

interface AccountName {
  readonly name: string;
  /** Null: no import has read the account. */
  readonly objectClass: string | null;
  /** The name in the system, which several objects can have. */
  readonly objectName: string | null;
}

/** Of the accounts that the system has or that no import has read. */
async function* accountNames(
  db: Kysely<Database>,
  { clientId, resourceId }: SystemPlace,
): AsyncGenerator<AccountName, void, undefined> {
  for (let after = ""; ;) {
    const { rows } = await sql<AccountName & { gone: boolean }>`
      select a.name, o.object_class as "objectClass", o.name as "objectName",
        o.gone_at is not null as gone
      from (
        select name from accounts
        where client_id = ${clientId} and resource_id = ${resourceId} and name > ${after}
        order by name limit ${PAGE}
      ) a
      left join system_objects o on o.client_id = ${clientId} and o.resource_id = ${resourceId}
        and o.account_name = a.name
      order by a.name
    `.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    for (const row of rows) if (!row.gone) yield row;
    after = last.name;
  }
}

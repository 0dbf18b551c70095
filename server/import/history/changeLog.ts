/** Stores each record that an import changes, with its state before, in the transaction of the import. */
import { sql, type RawBuilder, type Transaction } from "kysely";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import { personName } from "../../directory/personName.ts";
import { listedKeys, listedRows } from "../../db/listedKeys.ts";
import type { Database } from "../../db/schema.ts";
import type { AccountRow } from "../accountTable.ts";
import { chunksOf } from "../batch.ts";
import { RECORDS, type ImportedKind } from "./states.ts";

type Change = "added" | "updated" | "removed";

interface NamedAccount {
  readonly id: string;
  readonly name: string;
}

export class ChangeLog {
  readonly #tx: Transaction<Database>;
  readonly #clientId: string;
  readonly #importId: string;
  #last = 0;

  constructor(tx: Transaction<Database>, clientId: string, importId: string) {
    this.#tx = tx;
    this.#clientId = clientId;
    this.#importId = importId;
  }

  /** Call it after they were inserted. */
  async addAccounts(rows: readonly AccountRow[]): Promise<void> {
    const state = ({ resourceId, identityOid: owner, numbers }: AccountRow) =>
      `{"resourceId":"${resourceId}","owner":${owner === null ? "null" : `"${owner}"`},"active":null,"held":[${numbers.slice(1, -1)}]}`;
    await this.#keep(
      "account",
      "added",
      sql`select item.id, item.name, item.search_key, null::jsonb, item.after::jsonb from ${listedRows(
        rows,
        { ...NAMED, after: ["text", state] },
      )}`,
    );
  }

  /** Call it before they are updated to these rows. */
  async updateAccounts(rows: readonly AccountRow[]): Promise<void> {
    const { state } = RECORDS.account;
    await this.#keep(
      "account",
      "updated",
      sql`select item.id, item.name, item.search_key, ${state}, ${state} || jsonb_build_object(
          'owner', item.owner, 'held', item.numbers::integer[])
        from ${listedRows(rows, {
          ...NAMED,
          owner: ["uuid", ({ identityOid }: AccountRow) => identityOid],
          numbers: ["text", ({ numbers }: AccountRow) => numbers],
        })}
        join accounts account on account.client_id = ${this.#clientId} and account.id = item.id`,
    );
  }

  /** Call it before they are deleted. */
  async removeAccounts(rows: readonly NamedAccount[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#keep(
      "account",
      "removed",
      sql`select item.id, item.name, item.search_key, ${RECORDS.account.state}, null::jsonb
        from ${listedRows(rows, NAMED)}
        join accounts account on account.client_id = ${this.#clientId} and account.id = item.id`,
    );
  }

  /** Call it after they were inserted. */
  async added(kind: Exclude<ImportedKind, "account">, ids: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      const { state } = RECORDS[kind];
      await this.#keep(kind, "added", this.#stored(kind, chunk, sql`null::jsonb`, state));
    }
  }

  /** Call it before they are deleted. */
  async removeEntitlements(ids: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      const { state } = RECORDS.entitlement;
      await this.#keep(
        "entitlement",
        "removed",
        this.#stored("entitlement", chunk, state, sql`null::jsonb`),
      );
    }
  }

  /** Call it before entitlements that an administrator added become entitlements like all others. */
  async endInterim(ids: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      const { state } = RECORDS.entitlement;
      const after = sql`jsonb_set(${state}, '{review,interim}', 'false')`;
      await this.#keep("entitlement", "updated", this.#stored("entitlement", chunk, state, after));
    }
  }

  /** Call it before they change, and `completePeople` afterwards. */
  async updatePeople(ids: readonly string[]): Promise<void> {
    for (const chunk of chunksOf(ids)) {
      const { state } = RECORDS.person;
      await this.#keep("person", "updated", this.#stored("person", chunk, state, sql`null::jsonb`));
    }
  }

  /** Call it once the people who are updated and their memberships were written. */
  async completePeople(): Promise<void> {
    await sql`
      update import_changes change set after = ${RECORDS.person.state}
      from identities person
      where change.client_id = ${this.#clientId} and change.import_id = ${this.#importId}
        and change.kind = 'person' and change.change = 'updated'
        and person.client_id = change.client_id and person.oid = change.record_id
    `.execute(this.#tx);
  }

  #stored(
    kind: Exclude<ImportedKind, "account">,
    ids: readonly string[],
    before: RawBuilder<unknown>,
    after: RawBuilder<unknown>,
  ): RawBuilder<unknown> {
    const { table, key } = RECORDS[kind];
    const record = sql.ref(kind);
    const name = kind === "person" ? personName("person") : sql`${record}.name`;
    return sql`select ${record}.${sql.ref(key)}, ${name}, coalesce(${record}.search_key, ''), ${before}, ${after}
      from ${sql.table(table)} ${record}
      where ${record}.client_id = ${this.#clientId} and ${record}.${sql.ref(key)} = any(${listedKeys("uuid", ids)}::uuid[])`;
  }

  /** @param records a query of ids, names, search keys, and the states before and after. */
  async #keep(kind: ImportedKind, change: Change, records: RawBuilder<unknown>): Promise<void> {
    const { numAffectedRows = 0n } = await sql`
      insert into import_changes (
        client_id, import_id, kind, change, no, record_id, name, search_key, before, after
      )
      select ${this.#clientId}::uuid, ${this.#importId}::uuid, ${kind}, ${change},
        (${this.#last} + row_number() over ())::integer, record.*
      from (${records}) as record
    `.execute(this.#tx);
    this.#last += Number(numAffectedRows);
  }
}

const NAMED = {
  id: ["uuid", ({ id }: NamedAccount) => id],
  name: ["text", ({ name }: NamedAccount) => name],
  search_key: ["text", ({ name }: NamedAccount) => normalizeForFilter(name)],
} as const;

/** Reads accounts from the rows of a table. */
import { createHash } from "node:crypto";
import { renderMessage } from "#events/kernel/message.ts";
import { ENGLISH } from "#events/messages/english.ts";
import type { ObjectClass } from "#events/entities/objectClass.ts";
import { IntColumn, Interner } from "../../import/stringInterner.ts";
import type { TableRecord } from "../../import/types.ts";
import { unreadableCell } from "../../import/unreadableCell.ts";
import { ConnectorError, type SystemObject } from "../contract.ts";
import type { CsvSettings } from "./fields.ts";
import { IdIndex } from "./idIndex.ts";

export const ACCOUNT_CLASS = "account";

type Batches = AsyncIterable<readonly TableRecord[]>;

/** The places of the configured columns; -1: not configured. */
export interface Columns {
  readonly names: readonly string[];
  readonly id: number;
  readonly name: number;
  readonly active: number;
  readonly entitlement: number;
}

/** The place of the column with this name, or else with one that differs only in case; -1: there is none. */
export function indexOfColumn(names: readonly string[], wanted: string): number {
  const exact = names.indexOf(wanted);
  if (exact !== -1) return exact;
  const lower = wanted.toLowerCase();
  return names.findIndex((name) => name.toLowerCase() === lower);
}

/** @throws ConnectorError missingColumn */
export function findColumns(names: readonly string[], settings: CsvSettings): Columns {
  const placeOf = (wanted: string | null): number => {
    if (wanted === null) return -1;
    const found = indexOfColumn(names, wanted);
    if (found !== -1) return found;
    const columns = names.length === 0 ? "none" : names.join(", ");
    throw new ConnectorError(
      "missingColumn",
      "find",
      `The file has no column ${wanted}. Its columns: ${columns}`,
    );
  };
  const id = placeOf(settings.idColumn);
  return {
    names,
    id,
    name: settings.nameColumn === null ? id : placeOf(settings.nameColumn),
    active: placeOf(settings.activeColumn),
    entitlement: placeOf(settings.entitlementColumn),
  };
}

/** Entitlements are no attributes: accounts have them besides. */
export function describeColumns(
  columns: Columns,
  { isWritable }: Pick<CsvSettings, "isWritable">,
): ObjectClass {
  const { names, id, name, entitlement } = columns;
  return {
    name: ACCOUNT_CLASS,
    role: "account",
    idAttribute: names[id] ?? "",
    nameAttribute: names[name] ?? "",
    memberAttribute: null,
    attributes: names
      .filter((_, at) => at !== entitlement)
      .map((attribute) => ({
        name: attribute,
        multiple: false,
        required: attribute === names[id],
        writable: isWritable,
      })),
  };
}

/** Remembers the first problem of a file whose other rows are still read. */
export class Problems {
  first: ConnectorError | null = null;

  note(line: number, what: string): void {
    this.first ??= new ConnectorError("contentDamaged", "read", `Line ${line} ${what}`);
  }
}

/** The id of a row; null, and a problem, if the row is damaged. */
export function idOf(record: TableRecord, columns: Columns, problems: Problems): string | null {
  const { line, values } = record;
  const { length } = columns.names;
  const cell = unreadableCell(record);
  if (cell !== undefined) {
    const column = columns.names[cell.column] ?? String(cell.column + 1);
    const reason = renderMessage(ENGLISH, cell.reason);
    problems.note(line, `has no value in column ${column}. ${reason}`);
    return null;
  }
  if (values.length < length || values.slice(length).some((value) => value.trim() !== "")) {
    problems.note(line, `has ${values.length} values, the header ${length}`);
    return null;
  }
  if (values.some((value) => value.includes("\0"))) {
    problems.note(line, "contains a NUL, which no text has");
    return null;
  }
  const id = values[columns.id]?.trim() ?? "";
  if (id === "") problems.note(line, "has no id");
  return id === "" ? null : id;
}

export function toAccount(
  id: string,
  { values }: Pick<TableRecord, "values">,
  columns: Columns,
  { inactiveValues, isWritable }: Pick<CsvSettings, "inactiveValues" | "isWritable">,
  entitlements: readonly string[],
): SystemObject {
  const active = columns.active === -1 ? null : (values[columns.active] ?? "");
  const name = values[columns.name]?.trim() ?? "";
  const account: SystemObject = {
    id,
    name: name === "" ? id : name,
    objectClass: ACCOUNT_CLASS,
    attributes: Object.fromEntries(
      columns.names.flatMap((attribute, at) => {
        const value = values[at]?.trim() ?? "";
        return at === columns.entitlement || value === "" ? [] : [[attribute, [value]] as const];
      }),
    ),
    active: active === null ? null : !inactiveValues.has(active.trim().toLowerCase()),
    entitlements: columns.entitlement === -1 ? [] : entitlements,
    members: null,
    version: null,
  };
  return isWritable ? { ...account, version: versionOf(account) } : account;
}

const VERSION_LENGTH = 32;

/** The order of entitlements does not matter. */
function versionOf({ attributes, entitlements }: SystemObject): string {
  const content = [Object.entries(attributes), [...(entitlements ?? [])].sort()];
  const hash = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  return hash.slice(0, VERSION_LENGTH);
}

export function entitlementsIn(cell: string, separator: string | null): readonly string[] {
  const names = separator === null ? [cell] : cell.split(separator);
  return [...new Set(names.map((name) => name.trim()).filter((name) => name !== ""))];
}

/** Each row is an account. A repeated id is a problem, and its first row counts. */
export async function* readRows(
  batches: Batches,
  columns: Columns,
  settings: CsvSettings,
  problems: Problems,
): AsyncGenerator<SystemObject, void, undefined> {
  const seen = new IdIndex();
  for await (const batch of batches) {
    for (const record of batch) {
      const id = idOf(record, columns, problems);
      if (id === null) continue;
      const before = seen.size;
      seen.add(id);
      if (seen.size === before) {
        problems.note(record.line, "repeats an id");
        continue;
      }
      const cell = record.values[columns.entitlement] ?? "";
      yield toAccount(id, record, columns, settings, entitlementsIn(cell, settings.separator));
    }
  }
}

/** The entitlements of accounts whose rows stand anywhere in the file: about 30 bytes per account and 12 per row. */
export class RowGroups {
  readonly #ids = new IdIndex();
  readonly #names = new Interner();
  readonly #accounts = new IntColumn();
  readonly #entitlements = new IntColumn();
  #starts = new Int32Array(0);
  #sorted = new Int32Array(0);
  #isEmitted = new Uint8Array(0);

  static async read(batches: Batches, columns: Columns, problems: Problems): Promise<RowGroups> {
    const groups = new RowGroups();
    for await (const batch of batches) {
      for (const record of batch) {
        const id = idOf(record, columns, problems);
        if (id !== null) groups.#add(id, record.values[columns.entitlement]?.trim() ?? "");
      }
    }
    groups.#sort();
    return groups;
  }

  #add(id: string, name: string): void {
    const account = this.#ids.add(id);
    if (name === "") return;
    this.#accounts.push(account);
    this.#entitlements.push(this.#names.get(name) ?? this.#names.add(name));
  }

  /** Counting sort by account; it keeps the order of rows. */
  #sort(): void {
    const accounts = this.#accounts.view();
    const entitlements = this.#entitlements.view();
    const starts = new Int32Array(this.#ids.size + 1);
    for (const account of accounts) starts[account + 1] = (starts[account + 1] ?? 0) + 1;
    for (let at = 1; at < starts.length; at++) {
      starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
    }
    const next = starts.slice();
    const sorted = new Int32Array(accounts.length);
    accounts.forEach((account, row) => {
      const place = next[account] ?? 0;
      sorted[place] = entitlements[row] ?? 0;
      next[account] = place + 1;
    });
    this.#starts = starts;
    this.#sorted = sorted;
    this.#isEmitted = new Uint8Array(this.#ids.size);
  }

  /** The entitlements of an account; null if it was taken before or is unknown. */
  take(id: string): readonly string[] | null | undefined {
    const account = this.#ids.get(id);
    if (account === -1) return undefined;
    if (this.#isEmitted[account] === 1) return null;
    this.#isEmitted[account] = 1;
    const numbers = this.#sorted.subarray(this.#starts[account], this.#starts[account + 1]);
    return [...new Set(numbers)].map((number) => this.#names.texts[number] ?? "");
  }
}

/** The second reading of a file with one entitlement per row: an account is its first row. */
export async function* readGroups(
  batches: Batches,
  columns: Columns,
  settings: CsvSettings,
  groups: RowGroups,
  problems: Problems,
): AsyncGenerator<SystemObject, void, undefined> {
  for await (const batch of batches) {
    for (const record of batch) {
      const id = idOf(record, columns, problems);
      const entitlements = id === null ? null : groups.take(id);
      if (entitlements === undefined) problems.note(record.line, "was added while it was read");
      if (id !== null && entitlements) {
        yield toAccount(id, record, columns, settings, entitlements);
      }
    }
  }
}

/** Reads and checks the access table into integer columns. Independent of identities. */
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { ACCESS_COLUMNS, checkHeader, misspelledColumns } from "./columns.ts";
import { IntColumn, Interner } from "./stringInterner.ts";
import type { Rejection, TableRecord, TableSource } from "./types.ts";
import { unreadableCell } from "./unreadableCell.ts";
import { checkText, isBlank, Rejections } from "./values.ts";

/** Marks a row without identity or entitlement. */
export const NONE = -1;

export interface AccessTable {
  readonly name: string;
  readonly hasIdentityColumn: boolean;
  readonly hasEntitlementColumn: boolean;
  readonly identityIds: readonly string[];
  readonly resourceNames: readonly string[];
  readonly accountNames: readonly string[];
  /** The account's resource. */
  readonly accountResources: Int32Array;
  readonly entitlementNames: readonly string[];
  /** The entitlement's resource. */
  readonly entitlementResources: Int32Array;
  /** One entry for each well-formed record, in the order of the file. */
  readonly rows: {
    readonly lines: Int32Array;
    /** Index into `identityIds`, or NONE. */
    readonly identities: Int32Array;
    readonly accounts: Int32Array;
    /** Index into `entitlementNames`, or NONE. */
    readonly entitlements: Int32Array;
  };
  /** Errors within single records. */
  readonly rejected: readonly Rejection[];
  /** How many of the rejected records name an entitlement. */
  readonly rejectedWithEntitlement: number;
  readonly warnings: readonly Message[];
}

/** @throws ImportError if the header is invalid. */
export function checkAccessHeader(table: TableSource): void {
  checkHeader(table, ACCESS_COLUMNS, ["resource", "account"]);
}

/** @throws ImportError if the header or the file as a whole is invalid. */
export async function readAccess(table: TableSource): Promise<AccessTable> {
  checkAccessHeader(table);
  const reader = new AccessReader(table);
  for await (const batch of table.batches) for (const record of batch) reader.take(record);
  return reader.finish();
}

/** Names of one kind, grouped by resource. */
class NamesByResource {
  readonly names: string[] = [];
  readonly resources = new IntColumn();
  readonly #numbers: Map<string, number>[] = [];

  get(resource: number, name: string): number | undefined {
    return this.#numbers[resource]?.get(name);
  }

  add(resource: number, name: string): number {
    const number = this.names.length;
    this.names.push(name);
    this.resources.push(resource);
    (this.#numbers[resource] ??= new Map()).set(name, number);
    return number;
  }
}

class AccessReader {
  readonly #table: TableSource;
  readonly #rejections: Rejections;
  readonly #identityAt: number;
  readonly #resourceAt: number;
  readonly #accountAt: number;
  readonly #entitlementAt: number;
  /** The places of the known columns. */
  readonly #used: ReadonlySet<number>;
  readonly #identities = new Interner();
  readonly #resources = new Interner();
  readonly #accounts = new NamesByResource();
  readonly #entitlements = new NamesByResource();
  readonly #lines = new IntColumn();
  readonly #rowIdentities = new IntColumn();
  readonly #rowAccounts = new IntColumn();
  readonly #rowEntitlements = new IntColumn();
  #rejectedWithEntitlement = 0;

  constructor(table: TableSource) {
    this.#table = table;
    this.#rejections = new Rejections(table.name);
    this.#identityAt = table.columns.indexOf("identityId");
    this.#resourceAt = table.columns.indexOf("resource");
    this.#accountAt = table.columns.indexOf("account");
    this.#entitlementAt = table.columns.indexOf("entitlement");
    this.#used = new Set(ACCESS_COLUMNS.map((column) => table.columns.indexOf(column)));
  }

  take(record: TableRecord): void {
    const rejectedBefore = this.#rejections.list.length;
    this.#read(record);
    if (this.#rejections.list.length > rejectedBefore) {
      if (this.#namesEntitlement(record)) this.#rejectedWithEntitlement++;
    }
  }

  #namesEntitlement(record: TableRecord): boolean {
    if (!isBlank(record.values[this.#entitlementAt] ?? "")) return true;
    return unreadableCell(record, (column) => column === this.#entitlementAt) !== undefined;
  }

  #read(record: TableRecord): void {
    if (!this.#rejections.hasColumnCount(record, this.#table)) return;
    if (!this.#rejections.isReadable(record, this.#table, this.#used)) return;
    const { line, values } = record;
    const identityId = values[this.#identityAt] ?? "";
    const resourceName = values[this.#resourceAt] ?? "";
    const accountName = values[this.#accountAt] ?? "";
    const entitlementName = values[this.#entitlementAt] ?? "";

    // A known text has already been checked. Nothing is stored before the whole record is valid.
    let identity = isBlank(identityId) ? NONE : this.#identities.get(identityId);
    if (identity === undefined && !this.#check(line, "identityId", identityId)) return;
    let resource = this.#resources.get(resourceName);
    if (resource === undefined && !this.#checkName(line, "resource", resourceName)) return;
    let account = resource === undefined ? undefined : this.#accounts.get(resource, accountName);
    if (account === undefined && !this.#checkName(line, "account", accountName)) return;
    let entitlement = isBlank(entitlementName)
      ? NONE
      : resource === undefined
        ? undefined
        : this.#entitlements.get(resource, entitlementName);
    if (entitlement === undefined && !this.#check(line, "entitlement", entitlementName)) return;

    identity ??= this.#identities.add(identityId);
    resource ??= this.#resources.add(resourceName);
    account ??= this.#accounts.add(resource, accountName);
    entitlement ??= this.#entitlements.add(resource, entitlementName);
    this.#lines.push(line);
    this.#rowIdentities.push(identity);
    this.#rowAccounts.push(account);
    this.#rowEntitlements.push(entitlement);
  }

  #checkName(line: number, column: string, value: string): boolean {
    if (!isBlank(value)) return this.#check(line, column, value);
    this.#rejections.add(line, column, "REQUIRED", message("import.noName", { column }));
    return false;
  }

  #check(line: number, column: string, value: string): boolean {
    const problem = checkText(value, TEXT_MAX_LENGTH);
    if (problem) this.#rejections.addProblem(line, column, problem);
    return problem === null;
  }

  finish(): AccessTable {
    const table = this.#table;
    const ignored = table.columns.filter((column) => !ACCESS_COLUMNS.includes(column));
    return {
      name: table.name,
      hasIdentityColumn: this.#identityAt !== -1,
      hasEntitlementColumn: this.#entitlementAt !== -1,
      identityIds: this.#identities.texts,
      resourceNames: this.#resources.texts,
      accountNames: this.#accounts.names,
      accountResources: this.#accounts.resources.view(),
      entitlementNames: this.#entitlements.names,
      entitlementResources: this.#entitlements.resources.view(),
      rows: {
        lines: this.#lines.view(),
        identities: this.#rowIdentities.view(),
        accounts: this.#rowAccounts.view(),
        entitlements: this.#rowEntitlements.view(),
      },
      rejected: this.#rejections.list,
      rejectedWithEntitlement: this.#rejectedWithEntitlement,
      warnings: [
        ...misspelledColumns(table, ACCESS_COLUMNS, "import.misspelled"),
        ...ignored.map((column) => message("import.ignoredColumn", { file: table.name, column })),
      ],
    };
  }
}

/** Applies changes of an account to its rows. */
import {
  ConnectorError,
  type AttributeDelta,
  type Attributes,
  type Preconditions,
  type SystemObject,
} from "../contract.ts";
import { RECORD_MAX_BYTES } from "../../import/csvFile.ts";
import { entitlementsIn, indexOfColumn, toAccount, type Columns } from "./accounts.ts";
import { lackingCharacter, type Charset } from "./encoding.ts";
import type { CsvSettings } from "./fields.ts";

/** The attribute of entitlements besides the name of their column, unless a column has this name. */
const ENTITLEMENTS = "entitlements";

export interface Row {
  /** As many as the file's row has; a new row has one for each column. */
  readonly values: readonly string[];
  /** Its position among the account's rows in the file. Null if it is new. */
  readonly origin: number | null;
}

/** Without rows there is no such account. */
export type Rows = readonly Row[];

export type Change = { readonly id: string } & (
  | { readonly type: "create"; readonly attributes: Attributes }
  | {
      readonly type: "update";
      readonly delta: readonly AttributeDelta[];
      readonly when: Preconditions;
    }
  | { readonly type: "setActive"; readonly active: boolean; readonly when: Preconditions }
  | { readonly type: "remove"; readonly when: Preconditions }
);

export interface Sheet {
  readonly columns: Columns;
  readonly settings: CsvSettings;
  readonly charset: Charset;
}

/** The rows after a change; the same ones if nothing is left to do. @throws ConnectorError */
export function changeRows(sheet: Sheet, rows: Rows, change: Change): Rows {
  const account = accountOf(sheet, change.id, rows);
  if (change.type === "create") {
    if (account === null) return withinLimit(create(sheet, change.attributes));
    throw new ConnectorError("objectExists", "find", `The file has an account ${change.id}`);
  }
  if (account === null) {
    throw new ConnectorError("notFound", "find", `The file has no account ${change.id}`);
  }
  if (change.when.version !== null && change.when.version !== account.version) {
    const detail = `The account ${change.id} was changed`;
    throw new ConnectorError("changedMeanwhile", "find", detail);
  }
  switch (change.type) {
    case "update":
      return withinLimit(update(sheet, rows, account, change.delta));
    case "setActive":
      return setActive(sheet, rows, account, change.active);
    case "remove":
      return [];
  }
}

export function accountOf(
  { columns, settings }: Sheet,
  id: string,
  rows: Rows,
): SystemObject | null {
  const [first] = rows;
  if (!first) return null;
  const cells = rows.map(({ values }) => values[columns.entitlement] ?? "");
  const names = cells.flatMap((cell) => entitlementsIn(cell, settings.separator));
  return toAccount(id, first, columns, settings, [...new Set(names)]);
}

/** The id of a new account. @throws ConnectorError valueRefused */
export function newId(idColumn: string, attributes: Attributes): string {
  const [id = ""] = valuesOf(attributes, idColumn);
  if (id !== "") return id;
  throw refused(`A new account needs a value of the column ${idColumn}`);
}

function valuesOf(attributes: Attributes, column: string): readonly string[] {
  const lower = column.toLowerCase();
  const found = Object.entries(attributes).find(([name]) => name.toLowerCase() === lower);
  return found?.[1] ?? [];
}

function create(sheet: Sheet, attributes: Attributes): Rows {
  const { columns, settings } = sheet;
  let values = columns.names.map(() => "");
  let names: readonly string[] = [];
  for (const [attribute, given] of Object.entries(attributes)) {
    if (isEntitlements(columns, attribute)) names = given;
    else {
      const at = placeOf(columns, attribute);
      values = values.with(at, checkValue(sheet, at, given));
    }
  }
  if (settings.statusValues !== null && values[columns.active] === "") {
    values = values.with(columns.active, settings.statusValues.active);
  }
  return setEntitlements(sheet, [{ values, origin: null }], present(names));
}

function update(
  sheet: Sheet,
  rows: Rows,
  account: SystemObject,
  delta: readonly AttributeDelta[],
): Rows {
  const { columns } = sheet;
  let names = account.entitlements ?? [];
  let changed = rows;
  for (const { attribute, add, remove } of delta) {
    if (isEntitlements(columns, attribute)) {
      names = [...new Set([...names.filter((name) => !remove.includes(name)), ...present(add)])];
      continue;
    }
    const at = placeOf(columns, attribute);
    const current = changed[0]?.values[at]?.trim() ?? "";
    const kept = present([current]).filter((value) => !remove.includes(value));
    const value = checkValue(sheet, at, add.length > 0 ? add : kept);
    if (at === columns.id && value !== account.id) throw refused("The id of an account is fixed");
    changed = setValue(changed, at, value);
  }
  return setEntitlements(sheet, changed, names);
}

function setActive(sheet: Sheet, rows: Rows, account: SystemObject, active: boolean): Rows {
  const { columns, settings } = sheet;
  if (settings.statusValues === null) {
    throw new ConnectorError("notAllowed", "find", "The configuration has no status to write");
  }
  if (account.active === active) return rows;
  const value = active ? settings.statusValues.active : settings.statusValues.inactive;
  return setValue(rows, columns.active, checkValue(sheet, columns.active, [value]));
}

function setValue(rows: Rows, at: number, value: string): Rows {
  if (rows.every(({ values }) => values[at]?.trim() === value)) return rows;
  return rows.map((row) => ({ ...row, values: row.values.with(at, value) }));
}

function setEntitlements(sheet: Sheet, rows: Rows, names: readonly string[]): Rows {
  const { columns, settings } = sheet;
  const at = columns.entitlement;
  const [first] = rows;
  if (!first || isSame(names, entitlementsOf(sheet, rows))) return rows;
  if (at === -1) {
    throw new ConnectorError("missingColumn", "find", "The file has no column of entitlements");
  }
  for (const name of names) {
    checkValue(sheet, at, [name]);
    if (settings.separator !== null && name.includes(settings.separator)) {
      throw refused(`The entitlement ${name} contains the separator ${settings.separator}`);
    }
  }
  if (settings.separator !== null) return setValue(rows, at, names.join(settings.separator));
  return groupRows(rows, first, at, names);
}

/** One row for each entitlement; an account without any has one row. The first row has the account's attributes. */
function groupRows(rows: Rows, first: Row, at: number, names: readonly string[]): Rows {
  const missing = new Set(names);
  const kept: Row[] = [];
  for (const row of rows) {
    const name = row.values[at]?.trim() ?? "";
    if (name !== "" && !names.includes(name)) continue;
    missing.delete(name);
    kept.push(row);
  }
  const filled = kept.map((row) => {
    const [name] = missing;
    if (row.values[at]?.trim() !== "" || name === undefined) return row;
    missing.delete(name);
    return { ...row, values: row.values.with(at, name) };
  });
  const [head, ...rest] = filled;
  if (!head && missing.size === 0) return [{ ...first, values: first.values.with(at, "") }];
  const added = [...missing].map((name) => ({ values: first.values.with(at, name), origin: null }));
  if (!head) return added.map((row, no) => (no === 0 ? { ...row, origin: first.origin } : row));
  const values = first.values.with(at, head.values[at] ?? "");
  return [head.origin === first.origin ? head : { ...head, values }, ...rest, ...added];
}

function entitlementsOf({ columns, settings }: Sheet, rows: Rows): readonly string[] {
  return rows.flatMap(({ values }) =>
    entitlementsIn(values[columns.entitlement] ?? "", settings.separator),
  );
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(names), new Set(others)];
  return one.size === other.size && names.every((name) => other.has(name));
}

function isEntitlements({ names, entitlement }: Columns, attribute: string): boolean {
  const lower = attribute.toLowerCase();
  if (entitlement !== -1 && names[entitlement]?.toLowerCase() === lower) return true;
  return lower === ENTITLEMENTS && !names.some((name) => name.toLowerCase() === lower);
}

function placeOf({ names }: Columns, attribute: string): number {
  const found = indexOfColumn(names, attribute);
  if (found !== -1) return found;
  throw new ConnectorError("missingColumn", "find", `The file has no column ${attribute}`);
}

function present(values: readonly string[]): readonly string[] {
  return values.filter((value) => value !== "");
}

/** The value of a cell, which reads back as it is. @throws ConnectorError valueRefused */
function checkValue({ columns, charset }: Sheet, at: number, values: readonly string[]): string {
  const [value = "", another] = present(values);
  const place = `The column ${columns.names[at] ?? ""}`;
  if (another !== undefined) throw refused(`${place} holds one value`);
  if (value.includes("\0")) throw refused(`${place} cannot hold a NUL`);
  if (value.trim() !== value) throw refused(`${place} cannot hold spaces around a value`);
  const lacking = lackingCharacter(value, charset);
  if (lacking !== null) throw refused(`${place} cannot hold ${lacking}, which ${charset} lacks`);
  return value;
}

/** A longer record could not be read back. */
function withinLimit(rows: Rows): Rows {
  for (const { values } of rows) {
    const size = Buffer.byteLength(JSON.stringify(values));
    if (size >= RECORD_MAX_BYTES) throw refused(`A row has more than ${RECORD_MAX_BYTES} bytes`);
  }
  return rows;
}

function refused(detail: string): ConnectorError {
  return new ConnectorError("valueRefused", "find", detail);
}

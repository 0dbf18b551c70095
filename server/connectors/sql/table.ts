/** The columns of the accounts as the database describes them, and rows as objects. */
import pg from "pg";
import type { Equality, ObjectClass } from "#events/entities/objectClass.ts";
import { ConnectorError, type Attributes, type SystemObject } from "../contract.ts";
import { normalFormOf, type NormalForm } from "../equality.ts";
import type { Session } from "./session.ts";
import type { Queries } from "./settings.ts";
import { quoteIdentifier } from "./statement.ts";

export const ACCOUNT_CLASS = "account";
/** The attribute of entitlements that a second query reads. */
export const ENTITLEMENTS = "entitlements";

const BOOL = 16;
const BYTEA = 17;
/** The parser of text[], whose number the types of pg do not list, splits the text of every array. */
const splitArray: (text: string) => unknown = pg.types.getTypeParser(
  1009 as Parameters<typeof pg.types.getTypeParser>[0],
);

/** By the type of a column. The database stores a value of these types in a form of its own. */
const EQUALITIES: ReadonlyMap<string, Equality> = new Map([
  ["bigint", "integer"],
  ["boolean", "boolean"],
  ["character", "padded"],
  ["citext", "ignoreCase"],
  ["date", "date"],
  ["double precision", "decimal"],
  ["integer", "integer"],
  ["numeric", "decimal"],
  ["real", "decimal"],
  ["smallint", "integer"],
  ["timestamp with time zone", "instant"],
  ["timestamp without time zone", "localTime"],
  ["uuid", "uuid"],
]);

/** @param type of a column, or of the array that it has. */
function equalityOf(type: string): Equality | undefined {
  return EQUALITIES.get(type.replace(/\[\]$/, ""));
}

/** The form in which equal values of a column are equal texts. */
export function formOfColumn({ columns }: Table, column: string): NormalForm {
  const type = columns.find(({ name }) => name === column)?.type ?? "";
  return normalFormOf(equalityOf(type) ?? "exact");
}

export interface Column {
  readonly name: string;
  /** The name of its type in SQL, such as `timestamp with time zone`. */
  readonly type: string;
  /** Category of pg_type: A array, D date and time, N number, … */
  readonly category: string;
  readonly kind: "bool" | "bytea" | "array" | "text";
}

/** The accounts and their columns. */
export interface Table {
  readonly source: string;
  readonly columns: readonly Column[];
  readonly id: Column;
  readonly name: Column;
  readonly active: Column | null;
  readonly change: Column | null;
  /** The columns of the second query, if there is one. */
  readonly entitlements: {
    readonly source: string;
    readonly account: Column;
    readonly name: Column;
  } | null;
  /** The column of entitlements, if it is one of the accounts. */
  readonly entitlementsColumn: { readonly name: string; readonly separator: string } | null;
}

/** @throws ConnectorError missingColumn; errors of pg */
export async function describeTable(session: Session, queries: Queries): Promise<Table> {
  const columns = await describeColumns(session, queries.source);
  const find = (name: string): Column => findColumn(columns, name, "accounts");
  const from = queries.entitlements;
  const second = from?.type === "query" ? await describeColumns(session, from.source) : [];
  const entitlements =
    from?.type === "query"
      ? {
          source: from.source,
          account: findColumn(second, from.account, "entitlements"),
          name: findColumn(second, from.name, "entitlements"),
        }
      : null;
  return {
    source: queries.source,
    columns,
    id: find(queries.id),
    name: find(queries.name),
    active: queries.active === null ? null : find(queries.active),
    change: queries.changes === null ? null : find(queries.changes.column),
    entitlements,
    entitlementsColumn:
      from?.type === "column" ? { name: find(from.column).name, separator: from.separator } : null,
  };
}

async function describeColumns(session: Session, source: string): Promise<readonly Column[]> {
  const { columns } = await session.query(`select * from ${source} as source limit 0`);
  const { rows } = await session.query(
    "select oid, format_type(oid, null), typcategory from pg_type where oid = any($1::oid[])",
    [columns.map(({ type }) => String(type))],
  );
  const known = new Map(rows.map(([oid, type, category]) => [Number(oid), { type, category }]));
  return columns.map(({ name, type: oid }) => {
    const { type, category } = known.get(oid) ?? {};
    return { name, type: type ?? "text", category: category ?? "U", kind: kindOf(oid, category) };
  });
}

function kindOf(oid: number, category: string | null | undefined): Column["kind"] {
  if (oid === BOOL) return "bool";
  if (oid === BYTEA) return "bytea";
  return category === "A" ? "array" : "text";
}

/** Finds a column as it is written, otherwise the only one that differs in its case. */
export function findColumn(columns: readonly Column[], name: string, query: string): Column {
  const exact = columns.filter((column) => column.name === name);
  const lower = name.toLowerCase();
  const candidates =
    exact.length > 0 ? exact : columns.filter((column) => column.name.toLowerCase() === lower);
  const [found, another] = candidates;
  if (found === undefined || another !== undefined) {
    const known = columns.map((column) => column.name).join(", ");
    const problem = found === undefined ? "no column" : "several columns";
    throw new ConnectorError(
      "missingColumn",
      "find",
      `The query of ${query} has ${problem} named "${name}". Its columns: ${known}.`,
    );
  }
  return found;
}

export function toObjectClass(table: Table, queries: Queries): ObjectClass {
  const written = new Set(
    (["create", "update"] as const).flatMap(
      (name) => queries.statements.get(name)?.parameters ?? [],
    ),
  );
  const columns = table.columns.map(({ name, kind, type }) => {
    const equality = equalityOf(type);
    return {
      name,
      multiple: kind === "array" || name === table.entitlementsColumn?.name,
      required: name === table.id.name,
      writable: written.has(name),
      ...(equality && { equality }),
    };
  });
  const names = new Set(columns.map(({ name }) => name));
  // Parameters that no column shows, such as an initial password.
  const unseen = (queries.statements.get("create")?.parameters ?? [])
    .filter((name) => name !== "id" && !names.has(name))
    .map((name) => ({ name, multiple: false, required: false, writable: true, readable: false }));
  const second = {
    name: ENTITLEMENTS,
    multiple: true,
    required: false,
    writable: queries.statements.has("grant") || queries.statements.has("revoke"),
  };
  return {
    name: ACCOUNT_CLASS,
    role: "account",
    idAttribute: table.id.name,
    nameAttribute: table.name.name,
    memberAttribute: null,
    attributes: [
      ...columns.filter(({ name }) => table.entitlements === null || name !== ENTITLEMENTS),
      ...unseen,
      ...(table.entitlements === null ? [] : [second]),
    ],
  };
}

type Row = readonly (string | null)[];

/** Objects of rows with all columns of the table, in their order. Reads their entitlements with one more query. */
export async function toObjects(
  session: Session,
  table: Table,
  queries: Queries,
  rows: readonly Row[],
): Promise<readonly SystemObject[]> {
  const idAt = table.columns.indexOf(table.id);
  const ids = rows.map((row) => row[idAt] ?? "");
  const byAccount =
    table.entitlements === null ? null : await entitlementsOf(session, table.entitlements, ids);
  return rows.map((row, at) => {
    const attributes: Record<string, readonly string[]> = {};
    table.columns.forEach((column, position) => {
      setAttribute(attributes, column.name, valuesOf(column, row[position] ?? null));
    });
    const id = ids[at] ?? "";
    const entitlements = byAccount === null ? null : (byAccount.get(id) ?? []);
    if (entitlements !== null) attributes[ENTITLEMENTS] = entitlements;
    const ofColumn = entitlementsOfColumn(table, attributes);
    if (table.entitlementsColumn !== null && ofColumn !== null) {
      attributes[table.entitlementsColumn.name] = ofColumn;
    }
    return {
      id,
      name: attributes[table.name.name]?.[0] ?? id,
      objectClass: ACCOUNT_CLASS,
      attributes,
      active: activeOf(table, queries, attributes),
      entitlements: entitlements ?? ofColumn,
      members: null,
      version: table.change === null ? null : (attributes[table.change.name]?.[0] ?? null),
    };
  });
}

/** Columns may have any name, such as __proto__. */
function setAttribute(
  attributes: Record<string, readonly string[]>,
  name: string,
  value: readonly string[],
): void {
  Object.defineProperty(attributes, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

function valuesOf({ kind }: Column, value: string | null): readonly string[] {
  if (value === null) return [];
  switch (kind) {
    case "bool":
      return [value === "t" ? "true" : "false"];
    case "bytea":
      return [Buffer.from(value.slice(2), "hex").toString("base64")];
    case "array":
      return flat(splitArray(value));
    case "text":
      return [value];
  }
}

/** The values of an array of any dimension, without nulls. */
function flat(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(flat);
  return typeof value === "string" ? [value] : [];
}

function entitlementsOfColumn(
  { entitlementsColumn }: Table,
  attributes: Attributes,
): readonly string[] | null {
  if (entitlementsColumn === null) return null;
  const values = attributes[entitlementsColumn.name] ?? [];
  const parts = values.flatMap((value) => value.split(entitlementsColumn.separator));
  return [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
}

function activeOf({ active }: Table, { activeValues }: Queries, attributes: Attributes) {
  const value = active === null ? undefined : attributes[active.name]?.[0];
  return value === undefined ? null : activeValues.has(value.trim().toLowerCase());
}

/** Names of entitlements by account, in order and without repetitions. */
async function entitlementsOf(
  session: Session,
  { source, account, name }: NonNullable<Table["entitlements"]>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const key = quoteIdentifier(account.name);
  const value = quoteIdentifier(name.name);
  const { rows } = await session.query(
    `select distinct ${key}::text, ${value}::text from ${source} as source where ${key} = any($1) and ${value} is not null order by 1, 2`,
    [ids],
  );
  const byAccount = new Map<string, string[]>();
  for (const [id, entitlement] of rows) {
    if (typeof id !== "string" || typeof entitlement !== "string") continue;
    const found = byAccount.get(id);
    if (found === undefined) byAccount.set(id, [entitlement]);
    else found.push(entitlement);
  }
  return byAccount;
}

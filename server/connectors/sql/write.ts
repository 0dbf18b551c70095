/**
 * Changes accounts with the statements of the configuration. Each change is one transaction that reads the account before
 * and after: it is rolled back if another writer was faster, if more than one row changed, or if the database did not
 * store what it should.
 */
import type { TestStep } from "#events/entities/connector.ts";
import {
  ConnectorError,
  type AttributeDelta,
  type Attributes,
  type ObjectName,
  type Preconditions,
  type SystemObject,
  type Writer,
} from "../contract.ts";
import { isStored } from "../storedValues.ts";
import type { WriteStatement } from "./fields.ts";
import { toProblem } from "./problems.ts";
import type { Rows, Session, Value } from "./session.ts";
import type { Queries } from "./settings.ts";
import { quoteIdentifier, type Statement } from "./statement.ts";
import { describeTable, ENTITLEMENTS, formOfColumn, toObjects, type Table } from "./table.ts";
import { begin } from "./transaction.ts";

export interface Writing {
  open(): Promise<Session>;
  readonly queries: () => Queries;
  readonly answerTime: number;
  readonly secrets: readonly string[];
}

interface Transaction {
  readonly session: Session;
  readonly queries: Queries;
  readonly table: Table;
}

export interface OpenWriter extends Writer {
  close(): Promise<void>;
}

export function createWriter({ open, queries, answerTime, secrets }: Writing): OpenWriter {
  let session: Session | null = null;
  let table: Table | null = null;
  /** Changes take turns, because they share the connection. */
  let turn: Promise<unknown> = Promise.resolve();

  async function run<Result>(
    change: (transaction: Transaction) => Promise<Result>,
    hidden: readonly string[],
  ): Promise<Result> {
    let step: TestStep = "connect";
    try {
      if (session === null || session.isLost) {
        table = null;
        session = await open();
      }
      step = "find";
      const checked = queries();
      await begin(session, "read write", answerTime);
      table ??= await describeTable(session, checked);
      step = "read";
      const result = await change({ session, queries: checked, table });
      await session.query("commit");
      return result;
    } catch (error) {
      if (session !== null && !session.isLost) await session.query("rollback").catch(() => {});
      throw toProblem(error, step, [...secrets, ...hidden]);
    }
  }

  function inTransaction<Result>(
    change: (transaction: Transaction) => Promise<Result>,
    hidden: readonly string[] = [],
  ): Promise<Result> {
    const result = turn.then(() => run(change, hidden));
    turn = result.catch(() => {});
    return result;
  }

  return {
    find: (_objectClass, key) => inTransaction((transaction) => readOne(transaction, key)),
    entitlementAttribute: () =>
      inTransaction(async ({ table: { entitlements, entitlementsColumn } }) =>
        entitlements === null ? (entitlementsColumn?.name ?? null) : ENTITLEMENTS,
      ),
    create: (_objectClass, attributes) =>
      inTransaction(
        (transaction) => create(transaction, attributes),
        // An initial password, for example, could be in an error text of the database.
        Object.values(attributes).flat(),
      ),
    update: (object, delta, when) =>
      inTransaction(async (transaction) => {
        const before = await readCurrent(transaction, object.id, when);
        return update(transaction, before, delta);
      }),
    setActive: (object, active, when) =>
      inTransaction(async (transaction) => {
        const before = await readCurrent(transaction, object.id, when);
        await runOne(transaction, active ? "activate" : "deactivate", before.id, before.attributes);
        const after = await readStored(transaction, before.id);
        if (after.active !== null && after.active !== active) {
          throw ignored(`The account is still ${after.active ? "active" : "inactive"}.`);
        }
        return after;
      }),
    remove: (object, when) =>
      inTransaction(async (transaction) => {
        const before = await readCurrent(transaction, object.id, when);
        await runOne(transaction, "remove", before.id, before.attributes);
        if ((await readOne(transaction, before)) !== null) {
          throw ignored("The account still exists.");
        }
      }),
    async close() {
      await turn;
      await session?.close();
      session = null;
    },
  };
}

async function create(transaction: Transaction, attributes: Attributes): Promise<SystemObject> {
  const { table } = transaction;
  const given = attributes[table.id.name]?.[0] ?? null;
  if (given !== null && (await readOne(transaction, { id: given })) !== null) {
    throw new ConnectorError("objectExists", "read", `The account ${given} exists.`);
  }
  const result = await runStatement(transaction, "create", given, attributes);
  const id = returnedId(result, table) ?? given;
  if (id === null) {
    throw new ConnectorError(
      "statementRefused",
      "read",
      `The statement create must return the column ${table.id.name}.`,
    );
  }
  const missing = entitlementsIn(transaction, attributes);
  for (const entitlement of missing) await runGrant(transaction, "grant", id, entitlement);
  const stored = await readStored(transaction, id);
  requireEntitlements(stored, missing, []);
  return stored;
}

async function update(
  transaction: Transaction,
  before: SystemObject,
  delta: readonly AttributeDelta[],
): Promise<SystemObject> {
  const { table } = transaction;
  const ofQuery = (attribute: string): boolean =>
    table.entitlements !== null && attribute === ENTITLEMENTS;
  const attributes = applyDelta(table, before.attributes, delta);
  if (delta.some(({ attribute }) => !ofQuery(attribute))) {
    await runOne(transaction, "update", before.id, attributes);
  }
  const rights = delta.filter(({ attribute }) => ofQuery(attribute));
  const granted = rights.flatMap(({ add }) => add);
  const revoked = rights.flatMap(({ remove }) => remove);
  // A change that is repeated finds that its work is done.
  const held = new Set(before.entitlements);
  for (const entitlement of revoked.filter((name) => held.has(name))) {
    await runGrant(transaction, "revoke", before.id, entitlement);
  }
  for (const entitlement of granted.filter((name) => !held.has(name))) {
    await runGrant(transaction, "grant", before.id, entitlement);
  }

  const after = await readStored(transaction, before.id);
  requireEntitlements(after, granted, revoked);
  const lost = delta
    .map(({ attribute }) => attribute)
    .filter((attribute) => {
      if (ofQuery(attribute)) return false;
      const values = {
        before: before.attributes[attribute] ?? [],
        written: attributes[attribute] ?? [],
        stored: after.attributes[attribute] ?? [],
      };
      return !isStored(values, formOfColumn(table, attribute));
    });
  if (lost.length > 0) {
    const detail = `The statement update did not store ${lost.join(", ")}.`;
    throw new ConnectorError("ignored", "read", detail, { attributes: lost });
  }
  return after;
}

function entitlementsIn({ table }: Transaction, attributes: Attributes): readonly string[] {
  return table.entitlements === null ? [] : (attributes[ENTITLEMENTS] ?? []);
}

function applyDelta(
  { columns, entitlementsColumn }: Table,
  attributes: Attributes,
  delta: readonly AttributeDelta[],
): Attributes {
  const result = new Map(Object.entries(attributes));
  for (const { attribute, add, remove } of delta) {
    const isMultiple =
      attribute === entitlementsColumn?.name ||
      columns.some(({ name, kind }) => name === attribute && kind === "array");
    const old = isMultiple || add.length === 0 ? (result.get(attribute) ?? []) : [];
    const kept = old.filter((value) => !remove.includes(value));
    result.set(attribute, [...new Set([...kept, ...add])]);
  }
  return Object.fromEntries(result);
}

function requireEntitlements(
  { entitlements }: SystemObject,
  granted: readonly string[],
  revoked: readonly string[],
): void {
  if (entitlements === null) return;
  const lacks = granted.find((name) => !entitlements.includes(name));
  const keeps = revoked.find((name) => entitlements.includes(name) && !granted.includes(name));
  if (lacks !== undefined) throw ignored(`The account lacks the entitlement ${lacks}.`);
  if (keeps !== undefined) throw ignored(`The account still has the entitlement ${keeps}.`);
}

/** @throws ConnectorError changedMeanwhile, notFound */
async function readCurrent(
  transaction: Transaction,
  id: string,
  { version }: Preconditions,
): Promise<SystemObject> {
  const object = await readStored(transaction, id);
  if (version !== null && object.version !== version) {
    throw new ConnectorError("changedMeanwhile", "read", `The account ${id} was changed.`);
  }
  return object;
}

async function readStored(transaction: Transaction, id: string): Promise<SystemObject> {
  const object = await readOne(transaction, { id });
  if (object === null) throw notFound(id);
  return object;
}

async function readOne(
  { session, table, queries }: Transaction,
  key: ObjectName,
): Promise<SystemObject | null> {
  const [column, value] = "id" in key ? [table.id, key.id] : [table.name, key.name];
  const { rows } = await session.query(
    `select * from ${table.source} as source where ${quoteIdentifier(column.name)} = $1 limit 2`,
    [value],
  );
  if (rows.length > 1) {
    throw new ConnectorError(
      "contentDamaged",
      "read",
      `More than one account has the ${column.name} ${value}.`,
    );
  }
  const [object] = await toObjects(session, table, queries, rows);
  return object ?? null;
}

/** Runs a statement that must change one row. */
async function runOne(
  transaction: Transaction,
  name: WriteStatement,
  id: string,
  attributes: Attributes,
): Promise<void> {
  const { count } = await runStatement(transaction, name, id, attributes);
  if (count === 0) throw notFound(id);
  refuseSeveral(name, count);
}

async function runGrant(
  transaction: Transaction,
  name: "grant" | "revoke",
  id: string,
  entitlement: string,
): Promise<void> {
  const statement = statementOf(transaction, name);
  const values = statement.parameters.map((parameter) => (parameter === "id" ? id : entitlement));
  const { count } = await transaction.session.query(statement.text, values);
  refuseSeveral(name, count);
}

/** A condition that is missing from the statement would change all accounts. */
function refuseSeveral(name: WriteStatement, count: number): void {
  if (count <= 1) return;
  throw new ConnectorError(
    "statementRefused",
    "read",
    `The statement ${name} changed ${count} rows instead of one, and was rolled back.`,
  );
}

async function runStatement(
  transaction: Transaction,
  name: WriteStatement,
  id: string | null,
  attributes: Attributes,
): Promise<Rows> {
  const statement = statementOf(transaction, name);
  const values = statement.parameters.map((parameter) =>
    parameter === "id" ? id : bind(transaction.table, parameter, attributes[parameter] ?? []),
  );
  return transaction.session.query(statement.text, values);
}

function statementOf({ queries }: Transaction, name: WriteStatement): Statement {
  const statement = queries.statements.get(name);
  if (statement !== undefined) return statement;
  throw new ConnectorError("notAllowed", "find", `The connection has no statement ${name}.`);
}

function bind(
  { columns, entitlementsColumn }: Table,
  name: string,
  values: readonly string[],
): Value {
  const column = columns.find((one) => one.name === name);
  if (column?.kind === "array") return values;
  if (name === entitlementsColumn?.name) return values.join(entitlementsColumn.separator);
  const [value] = values;
  if (value === undefined) return null;
  return column?.kind === "bytea" ? Buffer.from(value, "base64") : value;
}

/** The id that RETURNING names, which is either the only column or has the name of the id. */
function returnedId({ columns, rows }: Rows, { id }: Table): string | null {
  const named = columns.findIndex(({ name }) => name.toLowerCase() === id.name.toLowerCase());
  const at = named === -1 && columns.length === 1 ? 0 : named;
  return rows[0]?.[at] ?? null;
}

function notFound(id: string): ConnectorError {
  return new ConnectorError("notFound", "read", `There is no account ${id}.`);
}

/** The system accepted a change and did not make it. */
function ignored(detail: string): ConnectorError {
  return new ConnectorError("ignored", "read", detail);
}

/**
 * Reads all accounts, or those that changed. Every read is one read-only transaction with one snapshot, and pages continue
 * after the last id (keyset pagination), so that the memory does not grow with the number of accounts.
 *
 * Changes are rows whose change column is at least the last token minus an overlap, because a transaction may commit after
 * another one with a greater number. Removed rows leave no trace there: only a complete read of all accounts finds them.
 */
import {
  ConnectorError,
  type Change,
  type Pages,
  type ReadEnd,
  type SystemObject,
} from "../contract.ts";
import { toProblem } from "./problems.ts";
import type { Session, Value } from "./session.ts";
import type { Queries } from "./settings.ts";
import { quoteIdentifier } from "./statement.ts";
import { describeTable, toObjects, type Column, type Table } from "./table.ts";
import { begin } from "./transaction.ts";

export interface Reading {
  open(): Promise<Session>;
  readonly queries: () => Queries;
  readonly answerTime: number;
  readonly secrets: readonly string[];
}

const TOKEN = "since ";
const PAGE_OF_CHANGES = 500;

export async function* readAccounts(reading: Reading, pageSize: number): Pages {
  return yield* inSnapshot(reading, async function* (session, table, queries) {
    const token = await currentToken(session, table, "");
    const id = quoteIdentifier(table.id.name);
    const isMissing = await session.query(
      `select 1 from ${table.source} as source where ${id} is null limit 1`,
    );
    const problem =
      isMissing.count === 0
        ? null
        : damaged(`The column ${table.id.name} of some accounts has no value.`);
    const read = readPages(session, table, queries, {
      order: [table.id],
      condition: `${id} is not null`,
      values: [],
      pageSize,
    });
    for await (const objects of read) yield objects;
    return { complete: problem === null, token, problem };
  });
}

export async function* readChanges(
  reading: Reading,
  token: string,
): AsyncGenerator<readonly Change[], ReadEnd, void> {
  return yield* inSnapshot(reading, async function* (session, table, queries) {
    const { change } = table;
    if (change === null || !token.startsWith(TOKEN)) {
      throw damaged("The token is not one of this connection.");
    }
    const since = token.slice(TOKEN.length);
    const next = await currentToken(session, table, since);
    const read = readPages(session, table, queries, {
      order: [change, table.id],
      ...changedSince(change, since, queries.changes?.overlap ?? 0),
      pageSize: PAGE_OF_CHANGES,
    });
    for await (const objects of read) {
      yield objects.map((object): Change => ({ type: "stored", object }));
    }
    return { complete: true, token: next, problem: null };
  });
}

/** Opens, describes and ends; a problem ends the read as incomplete, after the pages before it. */
async function* inSnapshot<Page>(
  { open, queries, answerTime, secrets }: Reading,
  read: (
    session: Session,
    table: Table,
    queries: Queries,
  ) => AsyncGenerator<readonly Page[], ReadEnd, void>,
): AsyncGenerator<readonly Page[], ReadEnd, void> {
  let session: Session | null = null;
  try {
    session = await open();
    await begin(session, "read only", answerTime);
    const checked = queries();
    const table = await describeTable(session, checked);
    return yield* read(session, table, checked);
  } catch (error) {
    return { complete: false, token: null, problem: toProblem(error, "read", secrets) };
  } finally {
    await session?.close();
  }
}

interface Selection {
  /** Columns whose values together are unique. */
  readonly order: readonly Column[];
  readonly condition: string;
  readonly values: readonly Value[];
  readonly pageSize: number;
}

async function* readPages(
  session: Session,
  table: Table,
  queries: Queries,
  { order, condition, values, pageSize }: Selection,
): AsyncGenerator<readonly SystemObject[], void, void> {
  const key = order.map(({ name }) => quoteIdentifier(name)).join(", ");
  const positions = order.map((column) => table.columns.indexOf(column));
  const after = `(${key}) > (${order.map((_, at) => `$${values.length + at + 1}`).join(", ")})`;
  let last: readonly (string | null)[] | null = null;
  for (;;) {
    const where: string = last === null ? condition : `${condition} and ${after}`;
    // One row more shows whether another page follows, and whether it starts with the same key.
    const { rows } = await session.query(
      `select * from ${table.source} as source where ${where} order by ${key} limit ${pageSize + 1}`,
      [...values, ...(last ?? [])],
    );
    const keys = rows.map((row) => positions.map((position) => row[position] ?? null));
    refuseRepetition(keys, order);
    const page = rows.slice(0, pageSize);
    if (page.length > 0) yield await toObjects(session, table, queries, page);
    if (rows.length <= pageSize) return;
    last = keys[pageSize - 1] ?? null;
  }
}

/** A repeated key would hide rows at the end of a page. */
function refuseRepetition(
  keys: readonly (readonly (string | null)[])[],
  order: readonly Column[],
): void {
  for (let at = 1; at < keys.length; at++) {
    const [before, after] = [keys[at - 1] ?? [], keys[at] ?? []];
    if (before.every((value, position) => value === after[position])) {
      const [name, id] = [order.at(-1)?.name ?? "", after.at(-1) ?? ""];
      throw damaged(`More than one account has the value ${id} in the column ${name}.`);
    }
  }
}

/** The greatest value of the change column in this snapshot. */
async function currentToken(
  session: Session,
  { source, change }: Table,
  fallback: string,
): Promise<string | null> {
  if (change === null) return null;
  const name = quoteIdentifier(change.name);
  const { rows } = await session.query(
    // Without the table's name, it would be sorted as the text that it returns.
    `select ${name}::text from ${source} as source where ${name} is not null order by source.${name} desc limit 1`,
  );
  return TOKEN + (rows[0]?.[0] ?? fallback);
}

function changedSince(
  { name, type, category }: Column,
  since: string,
  overlap: number,
): Pick<Selection, "condition" | "values"> {
  const column = quoteIdentifier(name);
  // The accounts were empty.
  if (since === "") return { condition: `${column} is not null`, values: [] };
  const from = `$1::text::${type}`;
  switch (category) {
    case "D":
      return {
        condition: `${column} >= ${from} - make_interval(secs => $2)`,
        values: [since, overlap],
      };
    case "N":
      return { condition: `${column} >= ${from} - $2::int`, values: [since, overlap] };
    default:
      return { condition: `${column} >= ${from}`, values: [since] };
  }
}

function damaged(detail: string): ConnectorError {
  return new ConnectorError("contentDamaged", "read", detail);
}

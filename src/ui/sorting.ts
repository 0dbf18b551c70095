export type SortDirection = "ASCENDING" | "DESCENDING";

export type Sort<Column extends string = string> = { column: Column; direction: SortDirection };

/** A cell's value to sort by; null and undefined stand for "no value". */
export type SortValue = string | number | bigint | boolean | Date | null | undefined;

/** The sort after a click on a column: the same column toggles, a new one starts ascending. */
export function nextSort<Column extends string>(
  current: Sort<Column> | null,
  column: Column,
): Sort<Column> {
  if (current?.column === column && current.direction === "ASCENDING") {
    return { column, direction: "DESCENDING" };
  }
  return { column, direction: "ASCENDING" };
}

/** A fixed locale, so that every machine sorts alike. */
const COLLATOR = new Intl.Collator("en", { numeric: true });

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return value instanceof Date ? "date" : typeof value;
}

const SORTABLE: ReadonlySet<string> = new Set(["string", "number", "bigint", "boolean", "date"]);

/**
 * Orders two values of one column, ascending: text by collation, false before true.
 * Throws a TypeError that names the column when the values differ in type or cannot be sorted.
 */
export function compareCells(a: unknown, b: unknown, column = "this column"): number {
  const kind = kindOf(a);
  const other = kindOf(b);
  if (kind !== other) {
    throw new TypeError(
      `Cannot sort by ${column}: its values are of different types (${kind} and ${other})`,
    );
  }
  if (!SORTABLE.has(kind)) {
    throw new TypeError(`Cannot sort by ${column}: a value of type ${kind} has no order`);
  }
  if (typeof a === "string" && typeof b === "string") return COLLATOR.compare(a, b);
  return order(a instanceof Date ? a.getTime() : a, b instanceof Date ? b.getTime() : b);
}

function order(a: unknown, b: unknown): number {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? -1 : a > b ? 1 : 0;
  const left = Number(a);
  const right = Number(b);
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return Number(Number.isNaN(left)) - Number(Number.isNaN(right));
  }
  return left < right ? -1 : left > right ? 1 : 0;
}

/**
 * A sorted copy. Rows without a value come last in both directions, equal ones keep their order.
 * Throws as `compareCells` does, also when the odd value would not have met another one.
 */
export function sortRows<Row, Column extends string>(
  rows: readonly Row[],
  sort: Sort<Column> | null,
  valueOf: (row: Row, column: Column) => SortValue,
): Row[] {
  if (sort === null) return [...rows];
  const present: Array<{ row: Row; value: SortValue }> = [];
  const absent: Row[] = [];
  for (const row of rows) {
    const value = valueOf(row, sort.column);
    if (value === null || value === undefined) absent.push(row);
    else present.push({ row, value });
  }
  const first = present[0];
  if (first !== undefined) {
    for (const { value } of present) compareCells(first.value, value, sort.column);
  }
  const sign = sort.direction === "ASCENDING" ? 1 : -1;
  present.sort((a, b) => sign * compareCells(a.value, b.value, sort.column));
  return [...present.map(({ row }) => row), ...absent];
}

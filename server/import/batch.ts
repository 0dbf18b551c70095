/** Groups rows into statements that have neither too many rows nor too much text. */

const MAX_ROWS = 5000;
/** Approximate number of characters in all texts of a statement. */
const MAX_WEIGHT = 2_000_000;

export class Batch<Row> {
  #rows: Row[] = [];
  #weight = 0;
  readonly #run: (rows: readonly Row[]) => Promise<void>;
  readonly #maxRows: number;

  constructor(run: (rows: readonly Row[]) => Promise<void>, maxRows = MAX_ROWS) {
    this.#run = run;
    this.#maxRows = maxRows;
  }

  /** @param weight approximate number of characters of the row. */
  async add(row: Row, weight = 0): Promise<void> {
    this.#rows.push(row);
    this.#weight += weight;
    if (this.#rows.length >= this.#maxRows || this.#weight >= MAX_WEIGHT) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    this.#weight = 0;
    await this.#run(rows);
  }
}

/** Cuts a list into pieces for `= any(...)`. */
export function* chunksOf<T>(list: readonly T[], size = MAX_ROWS): Generator<readonly T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

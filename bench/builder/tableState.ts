/** What the builder shows, in one line of text: the same of the page and of what the analytics core says of it. */

export interface ShownRow {
  readonly name: string;
  readonly ticked: "x" | "-" | " ";
}

/** From the top of the table. */
export const ROWS_LOOKED_AT = 8;

/**
 * @param rowCount rows of the table.
 * @param summary the line below it that says what will be in the policy.
 * @param rows the first ROWS_LOOKED_AT, or fewer where there are fewer.
 */
export function tableState(rowCount: number, summary: string, rows: readonly ShownRow[]): string {
  return [rowCount, summary, ...rows.map(({ name, ticked }) => `${ticked}${name}`)].join("\n");
}

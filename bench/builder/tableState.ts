/** The builder's state as one line of text, equal for the page and the analytics core. */

export interface ShownRow {
  readonly name: string;
  readonly ticked: "x" | "-" | " ";
}

/** From the top of the table. */
export const ROWS_LOOKED_AT = 8;

/**
 * @param rowCount rows of the table.
 * @param summary the line below it about the resulting policy.
 * @param rows the first ROWS_LOOKED_AT, or fewer if there are fewer.
 */
export function tableState(rowCount: number, summary: string, rows: readonly ShownRow[]): string {
  return [rowCount, summary, ...rows.map(({ name, ticked }) => `${ticked}${name}`)].join("\n");
}

/** Reads the entries of a plan page by page, in their order. */

/** The most entries of a page. */
export const PAGE_ROWS = 2000;

/** @param load the first `PAGE_ROWS` rows after an entry, by their numbers. */
export async function* entryPages<Row extends { readonly no: number }>(
  load: (after: number) => Promise<{ readonly rows: readonly Row[] }>,
): AsyncGenerator<readonly Row[], void, undefined> {
  for (let last = 0; ;) {
    const { rows } = await load(last);
    const end = rows.at(-1);
    if (!end) return;
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    last = end.no;
  }
}

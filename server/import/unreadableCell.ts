import type { TableRecord, UnreadableCell } from "./types.ts";

/**
 * The first cell of a record that has no usable value.
 *
 * @param isUsed whether a column, from 0, is looked at.
 */
export function unreadableCell(
  { unreadable }: Pick<TableRecord, "unreadable">,
  isUsed: (column: number) => boolean = () => true,
): UnreadableCell | undefined {
  return unreadable?.find(({ column }) => isUsed(column));
}

import {
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
} from "@tanstack/react-table";
import { useMemo } from "react";
import { useMinWidth } from "../useMedia.ts";
import type { ListColumn, ListState } from "./types.ts";

const features = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
});
type Row = Record<string, never>;

/** Rows render as they come into view, so the table model contains only columns. */
const NO_ROWS: Row[] = [];

/** A shown column with the data for its header and cells. */
export interface ShownColumn<Item> extends ListColumn<Item> {
  readonly sorted: "asc" | "desc" | null;
  readonly flex: string;
  /** The fixed width of a column; null if it shares the free width. */
  readonly pixels: number | null;
  readonly onSort: () => void;
}

/** A column with a larger share also begins wider, so that names are cut last where room is scarce. */
function shareOf(grow: number): string {
  return `${grow} 1 ${Math.round(72 + 36 * grow)}px`;
}

/** A column that is made for a number is too narrow for the summary of a row. */
function summaryColumn<Item>({
  width: _width,
  align: _align,
  ...column
}: ListColumn<Item>): ListColumn<Item> {
  return column;
}

/**
 * The columns that fit, with their order and widths. TanStack Table holds the column model.
 *
 * @param hasSummary whether the first column holds the summary of its row
 */
export function useColumns<Item>(
  columns: readonly ListColumn<Item>[],
  { query, widths, onChange }: ListState<Item>,
  hasSummary: boolean,
): readonly ShownColumn<Item>[] {
  const isMedium = useMinWidth(768);
  const isWide = useMinWidth(1024);
  const sort = typeof query.sort === "string" ? query.sort : "";
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, sortable = false }): ColumnDef<typeof features, Row> => ({
        id,
        header,
        accessorFn: () => null,
        enableSorting: sortable,
      })),
    [columns],
  );
  const [sortedId = "", direction] = sort.split(",");
  const table = useTable(
    {
      features,
      columns: definitions,
      data: NO_ROWS,
      manualSorting: true,
      enableSortingRemoval: false,
      sortDescFirst: false,
      state: {
        sorting: sortedId === "" ? [] : [{ id: sortedId, desc: direction === "desc" }],
        columnSizing: widths,
        columnVisibility: Object.fromEntries(
          columns.map(({ id, priority = 1 }) => [
            id,
            priority === 1 || (priority === 2 ? isMedium : isWide),
          ]),
        ),
      },
      onSortingChange: (updater) => {
        const [next] =
          typeof updater === "function"
            ? updater([{ id: sortedId, desc: direction === "desc" }])
            : updater;
        if (next) onChange({ sort: `${next.id},${next.desc ? "desc" : "asc"}` });
      },
    },
    () => null,
  );
  const byId = new Map(columns.map((column) => [column.id, column]));
  const visible = table.getVisibleLeafColumns();
  const shown = visible.flatMap((column, at) => {
    const declared = byId.get(column.id);
    if (!declared) return [];
    const own = hasSummary && at === 0 ? summaryColumn(declared) : declared;
    const resized = widths[column.id];
    // A column that is left alone, as on a phone, has all the room.
    const width = visible.length === 1 ? undefined : (resized ?? own.width);
    return [
      {
        ...own,
        sorted: column.getIsSorted() || null,
        pixels: width ?? null,
        flex: width === undefined ? shareOf(own.grow ?? 1) : `0 0 ${width}px`,
        onSort: () => column.toggleSorting(),
      },
    ];
  });
  const key = shown.map(({ id, flex, align, sorted }) => `${id} ${flex} ${align} ${sorted}`).join();
  // Rows render again only if a column changed.
  return useMemo(
    () => shown,
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [key, columns],
  );
}

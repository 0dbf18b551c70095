import type { ReactNode } from "react";
import type { FilterOption } from "../FilterDropdown.tsx";

/** Which rows are selected: the ids, or, with `all`, every row that the query finds except the ids. */
export interface ListSelection {
  readonly all: boolean;
  readonly ids: readonly string[];
}

/** The state of a list and what changes it, as `useList` gives it. */
export interface ListState<Item> {
  readonly status: "loading" | "ready" | "failed";
  /** null before the first answer. */
  readonly total: number | null;
  /** null where the row has not come. */
  readonly itemAt: (index: number) => Item | null;
  /** The first of the rows that have come and match; null where none does. */
  readonly find: (matches: (item: Item) => boolean) => Item | null;
  /** The address of all rows as a CSV file; null while the list is not open. */
  readonly exportHref: string | null;
  /** Why the list, or while it is ready, some rows could not be loaded. */
  readonly failure: string | null;
  readonly query: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly hasFilters: boolean;
  readonly selection: ListSelection;
  /** Of columns that were resized, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onSearch: (text: string) => void;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
  readonly onClear: () => void;
  readonly onShow: (first: number, end: number) => void;
  readonly onSelect: (selection: ListSelection) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onRetry: () => void;
  /** The link to the CSV file was followed. */
  readonly onExport: () => void;
}

export interface ListColumn<Item> {
  /** Of a sortable column, the field that the query sorts by. */
  readonly id: string;
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  readonly sortable?: boolean;
  /** Numbers stand at the end. */
  readonly align?: "start" | "end";
  /** The share of the free width; 1 by default. */
  readonly grow?: number;
  /** Pixels: the column has this width instead of a share. */
  readonly width?: number;
  /** 1 (default) always shows, 2 from 768 px on, 3 from 1024 px on. */
  readonly priority?: 1 | 2 | 3;
}

interface FilterBase {
  /** The property of the query. */
  readonly field: string;
  readonly label: string;
}

export type ListFilter =
  | (FilterBase & {
      readonly kind: "tabs" | "select";
      readonly options: readonly { readonly value: string; readonly label: string }[];
    })
  | (FilterBase & {
      readonly kind: "multi";
      readonly options: readonly FilterOption[];
      /** Of `useSearchedPart`. */
      readonly disclosure: {
        readonly open: boolean;
        readonly onOpenChange: (open: boolean) => void;
        readonly text: string;
        readonly onSearch: (text: string) => void;
      };
    })
  | (FilterBase & { readonly kind: "date" | "text" });

export const ROW_HEIGHT = 36;
/** Of two lines of text: cells with two, or the summary below the first column. */
export const SUMMARY_ROW_HEIGHT = 52;

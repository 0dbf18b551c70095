import type { ReactNode } from "react";
import type { FilterOption } from "../FilterDropdown.tsx";

/** The selected rows: the ids, or with `all` every row of the query except the ids. */
export interface ListSelection {
  readonly all: boolean;
  readonly ids: readonly string[];
}

/** The state and actions of a list, as `useList` returns them. */
export interface ListState<Item> {
  readonly status: "loading" | "ready" | "failed";
  /** null before the first answer. */
  readonly total: number | null;
  /** Whether more rows match than the total, which are not listed. */
  readonly hasMore: boolean;
  /** null for a row that is not loaded. */
  readonly itemAt: (index: number) => Item | null;
  /** The first loaded row that matches; null if there is none. */
  readonly find: (matches: (item: Item) => boolean) => Item | null;
  /** The address of all rows as a CSV file; null while the list is not open. */
  readonly exportHref: string | null;
  /** Why the list could not be loaded, or, while it is ready, some of its rows. */
  readonly failure: string | null;
  readonly query: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly hasFilters: boolean;
  readonly selection: ListSelection;
  /** Widths of resized columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly onSearch: (text: string) => void;
  readonly onChange: (change: Readonly<Record<string, unknown>>) => void;
  readonly onClear: () => void;
  readonly onShow: (first: number, end: number) => void;
  readonly onSelect: (selection: ListSelection) => void;
  readonly onResize: (column: string, width: number) => void;
  readonly onRetry: () => void;
  /** The user followed the link to the CSV file. */
  readonly onExport: () => void;
}

export interface ListColumn<Item> {
  /** The query's sort field of a sortable column. */
  readonly id: string;
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  readonly sortable?: boolean;
  /** Numbers are right-aligned. The first column is not where it holds the summary of its row. */
  readonly align?: "start" | "end";
  /** The share of the free width; 1 by default. */
  readonly grow?: number;
  /** A fixed width in pixels instead of a share. The first column has its share where it holds the summary of its row. */
  readonly width?: number;
  /** 1 (default) is always shown, 2 from 768 px on, 3 from 1024 px on. */
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
      /** From `useSearchedPart`. */
      readonly disclosure: {
        readonly open: boolean;
        readonly onOpenChange: (open: boolean) => void;
        readonly text: string;
        readonly onSearch: (text: string) => void;
      };
    })
  | (FilterBase & { readonly kind: "date" | "text" });

/** The room of a row's controls, in pixels. In narrow viewports, the buttons may be icons (`iconOnPhones`). */
export interface ActionsWidth {
  readonly wide: number;
  readonly narrow: number;
}

/** The width of a column with a relative time, such as "vor 12 Stunden". */
export const RELATIVE_TIME_WIDTH = 152;

export const ROW_HEIGHT = 36;
/** The row height with two lines of text in cells. */
export const TWO_LINES_ROW_HEIGHT = 52;
/** The row height with a summary of two lines below a name of two lines. */
export const WRAPPED_ROW_HEIGHT = 84;

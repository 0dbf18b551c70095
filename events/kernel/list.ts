/** A list is declared once: its query and its events. */
import { Type, type Static, type TObject } from "typebox";
import { Text } from "../entities/common.ts";
import { defineEvent, type EventDefinition } from "./event.ts";
import { Typed } from "./redaction.ts";
import { PartialOf } from "./shapes.ts";

/** The selected rows: the ids, or with `all` every row of the query except the ids. */
export const RowSelection = Type.Object({ all: Type.Boolean(), ids: Type.Array(Text) });
export type RowSelection = Static<typeof RowSelection>;

const Nothing = Type.Object({});
const Search = Type.Object({ text: Typed(Text) });
const Rows = Type.Object({
  first: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
});
const ColumnWidth = Type.Object({ column: Type.String(), width: Type.Integer({ minimum: 0 }) });

type Change<Query extends TObject> = { change: Partial<Static<Query>> };
type NoPayload = Record<string, never>;

export interface ListDefinition<Name extends string, Query extends TObject> {
  readonly name: Name;
  readonly query: Query;
  /** Each keystroke in the search field. */
  readonly searchTyped: EventDefinition<`${Name}SearchTyped`, { text: string }>;
  /** The user paused typing, and the text is searched for. */
  readonly searchSettled: EventDefinition<`${Name}SearchSettled`, { text: string }>;
  /** Filters or the order were changed. */
  readonly queried: EventDefinition<`${Name}Queried`, Change<Query>>;
  /** Search and filters were reset to their defaults. */
  readonly filtersCleared: EventDefinition<`${Name}FiltersCleared`, NoPayload>;
  /** Rows came into view: from `first` to before `end`. */
  readonly rowsShown: EventDefinition<`${Name}RowsShown`, { first: number; end: number }>;
  readonly rowsSelected: EventDefinition<`${Name}RowsSelected`, { selection: RowSelection }>;
  /** Pixels. */
  readonly columnResized: EventDefinition<
    `${Name}ColumnResized`,
    { column: string; width: number }
  >;
  readonly retried: EventDefinition<`${Name}Retried`, NoPayload>;
  /** The browser received the CSV file of all rows. */
  readonly exported: EventDefinition<`${Name}Exported`, NoPayload>;
}

/**
 * Declares a list.
 *
 * @param name `group/list` in camel case, the prefix of its event types: `users/list` has `users/listQueried`.
 * @param query each property has a `default`; `contains` is the search text, `sort` the order.
 */
export function defineList<const Name extends string, Query extends TObject>(
  name: Name,
  query: Query,
): ListDefinition<Name, Query> {
  return {
    name,
    query,
    searchTyped: defineEvent(`${name}SearchTyped`, 1, Search),
    searchSettled: defineEvent(`${name}SearchSettled`, 1, Search),
    queried: defineEvent(
      `${name}Queried`,
      1,
      Type.Unsafe<Change<Query>>(Type.Object({ change: PartialOf(query) })),
    ),
    filtersCleared: defineEvent(`${name}FiltersCleared`, 1, Type.Unsafe<NoPayload>(Nothing)),
    rowsShown: defineEvent(`${name}RowsShown`, 1, Rows),
    rowsSelected: defineEvent(`${name}RowsSelected`, 1, Type.Object({ selection: RowSelection })),
    columnResized: defineEvent(`${name}ColumnResized`, 1, ColumnWidth),
    retried: defineEvent(`${name}Retried`, 1, Type.Unsafe<NoPayload>(Nothing)),
    exported: defineEvent(`${name}Exported`, 1, Type.Unsafe<NoPayload>(Nothing)),
  };
}

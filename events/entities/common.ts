/** Shapes shared by many entities: ids, times, pages. */
import { Type, type Static, type TSchema } from "typebox";
import { TEXT_MAX_LENGTH } from "./limits.ts";

export const Uuid = Type.String({ format: "uuid" });
const UUID = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
/**
 * Ids in a query, separated by commas.
 *
 * @param word may stand in the place of an id
 */
export function UuidList(maxItems: number, word?: string) {
  const item = word === undefined ? UUID : `(?:${word}|${UUID})`;
  return Type.String({
    maxLength: 37 * maxItems,
    pattern: `^${item}(?:,${item}){0,${maxItems - 1}}$`,
  });
}
export const Text = Type.String({ maxLength: TEXT_MAX_LENGTH });
/** An instant in API messages: ISO 8601 in UTC. */
export const Instant = Type.String({ format: "date-time" });
export const Count = Type.Integer({ minimum: 0 });

/** 0 to 100, unrounded. Only the display rounds. */
export type Percent = number;
export type Milliseconds = number;

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** One of some texts. */
export function OneOf<const Value extends string>(values: readonly Value[], options = {}) {
  return Type.Unsafe<Value>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );
}

/** The position of a page in a list; numbers start at 0. */
export const PageInfo = Type.Object({
  size: Count,
  totalElements: Count,
  totalPages: Count,
  number: Count,
  /** More items match than `totalElements` counts. Its pages are the first ones of the list. */
  hasMore: Type.Optional(Type.Boolean()),
});
export type PageInfo = Static<typeof PageInfo>;

/** The page info of a list that has not been fetched. */
export const NO_PAGE: PageInfo = { size: 0, totalElements: 0, totalPages: 0, number: 0 };

/** The field names of query parameters that page and sort any list. */
export const PagingQuery = {
  page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20 })),
  /** `field` or `field,asc` or `field,desc`. */
  sort: Type.Optional(Type.String({ maxLength: 64 })),
};

/** The query of a list with a fixed order. */
export const PageQuery = Type.Object({ page: PagingQuery.page, size: PagingQuery.size });

/** The path parameters of calls about a whole client. */
export const ClientParams = Type.Object({ clientId: Uuid });

/** A HAL list: items at `_embedded.<collection>`, paging at `page`. */
export function HalList<Collection extends string, Item extends TSchema>(
  collection: Collection,
  item: Item,
) {
  return Type.Object({
    _embedded: Type.Object({ [collection]: Type.Array(item) } as {
      [Key in Collection]: ReturnType<typeof Type.Array<Item>>;
    }),
    page: PageInfo,
  });
}

/** The bounds of a period of validity; null: unbounded. */
export const Period = Type.Object({
  /** From this instant on. */
  validFrom: Nullable(Instant),
  /** Before this instant. */
  validUntil: Nullable(Instant),
});
export type Period = Static<typeof Period>;

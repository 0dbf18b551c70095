/** Pages and orders of lists from the queries of calls. */
import type { PageInfo } from "#events/entities/common.ts";
import { message } from "#events/messages/message.ts";
import { invalid } from "../plugins/errors.ts";

export interface PagingInput {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
  readonly sort?: string | undefined;
}

export interface Page {
  readonly size: number;
  readonly number: number;
}

export interface Order<Field extends string> {
  readonly field: Field;
  readonly direction: "asc" | "desc";
}

const DEFAULT_SIZE = 20;

export function readPage({ page = 0, size = DEFAULT_SIZE }: PagingInput): Page {
  return { size, number: page };
}

/**
 * Parses `field`, `field,asc` or `field,desc`.
 *
 * @param fields the sortable fields.
 * @throws ApiError EINVALID for anything else.
 */
export function readOrder<Field extends string>(
  { sort }: PagingInput,
  fields: readonly Field[],
  byDefault: Order<Field>,
): Order<Field> {
  if (!sort) return byDefault;
  const [name, direction = "asc", ...rest] = sort.split(",").map((part) => part.trim());
  const field = fields.find((known) => known === name);
  const lower = direction.toLowerCase();
  if (field && (lower === "asc" || lower === "desc") && rest.length === 0) {
    return { field, direction: lower };
  }
  throw invalid("/query/sort", message("values.badOrder", { fields: fields.join(", ") }));
}

/** @param hasMore whether more items match than are counted. */
export function pageInfo({ size, number }: Page, totalElements: number, hasMore = false): PageInfo {
  const totalPages = Math.ceil(totalElements / size);
  return { size, number, totalElements, totalPages, ...(hasMore && { hasMore }) };
}

/** The page info of a list that is returned whole. */
export function wholePage(length: number): PageInfo {
  return { size: length, number: 0, totalElements: length, totalPages: length > 0 ? 1 : 0 };
}

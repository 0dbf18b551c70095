import { fillEndpoint } from "#events/kernel/call.ts";
import type { PagedInput } from "./listState.ts";

/** The address of a list as a CSV file: that of its call with `.csv`, and the filters that are set. */
export function csvAddress(endpoint: string, { params, query }: PagedInput): string {
  const filters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
  return `${fillEndpoint(endpoint, params)}.csv${search.size === 0 ? "" : `?${search.toString()}`}`;
}

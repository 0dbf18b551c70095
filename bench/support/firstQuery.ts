/** What the builder asks its analytics core as it opens. */
import type { BuilderQuery } from "#workers/analytics/contract.ts";

export const FIRST_QUERY: BuilderQuery = {
  text: "",
  threshold: 100,
  resources: { all: true, except: [] },
  collapsed: { all: false, except: [] },
  hints: false,
  sort: null,
  opsFrom: 0,
  ops: [],
};

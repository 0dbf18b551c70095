import type { BuilderQuery } from "../builderQuery.ts";
import type { CoreState } from "../coreState.ts";
import type { BuilderView } from "../reportSession.ts";

export type QueryReply = { readonly ok: true; readonly view: BuilderView } | QueryRefused;

export type QueryRefused =
  | { readonly ok: false; readonly code: "ENOREPORT" }
  /** `opsFrom` is beyond the `held` operations: send them again from there. */
  | { readonly ok: false; readonly code: "EOPSMISSING"; readonly held: number };

/** Brings the report to the query's state; earlier generations become stale. */
export function query(core: CoreState, wanted: BuilderQuery): QueryReply {
  const { session } = core;
  if (session === null) return { ok: false, code: "ENOREPORT" };
  const held = session.opCount;
  if (wanted.opsFrom > held) return { ok: false, code: "EOPSMISSING", held };
  core.generation += 1;
  return { ok: true, view: { generation: core.generation, ...session.apply(wanted) } };
}

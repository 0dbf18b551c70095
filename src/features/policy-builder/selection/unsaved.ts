/** Whether leaving the builder would lose something. */
import { combine } from "effector";
import { SLIDER_START } from "#events/rules/builder.ts";
import { guardUnsaved } from "../../../kernel/navigation.ts";
import { $tableResult } from "../table/tableQuery.ts";
import { $builder, $scope } from "../model.ts";
import { isAll, type BuilderState } from "../rules.ts";

/** All is ticked as when the builder opened, whatever was done in between; only the worker can tell. */
const $allTicked = combine(
  $tableResult,
  $builder,
  (tableResult, { ops }) => tableResult?.builder.ops === ops && tableResult.view.allTicked,
);

const $hasUnapplied = combine(
  { builder: $builder, scope: $scope, allTicked: $allTicked },
  ({ builder, scope, allTicked }) => scope !== null && hasUnapplied(builder, allTicked),
);
guardUnsaved("policyBuilder/selection", $hasUnapplied);

/** Whether leaving would lose something: a threshold, resources or ticks that were never applied. */
export function hasUnapplied(
  { threshold, resources, ops }: BuilderState,
  allTicked: boolean,
): boolean {
  return threshold !== SLIDER_START || !isAll(resources) || (ops.length > 0 && !allTicked);
}

/** Whether leaving the builder would lose changes. */
import { combine } from "effector";
import { SLIDER_START } from "#events/rules/builder.ts";
import { guardUnsaved } from "../../../kernel/navigation.ts";
import { $tableResult } from "../table/tableQuery.ts";
import { $builder, $scope } from "../model.ts";
import { isAll, type BuilderState } from "../rules.ts";

/** Whether every row is selected, as it was initially. Only the worker's result contains this. */
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

/** Whether leaving would lose changes: a threshold, resources or selection changes that were never applied. */
function hasUnapplied({ threshold, resources, ops }: BuilderState, allTicked: boolean): boolean {
  return threshold !== SLIDER_START || !isAll(resources) || (ops.length > 0 && !allTicked);
}

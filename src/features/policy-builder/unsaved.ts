/** Whether leaving the builder would lose something. */
import { combine, sample } from "effector";
import { unsavedNow } from "../../kernel/navigation.ts";
import { $evaluation } from "./tableQuery.ts";
import { $builder, $scope } from "./model.ts";
import { hasUnapplied } from "./rules.ts";

/** All is ticked as when the builder opened, whatever was done in between; only the worker can tell. */
const $allTicked = combine(
  $evaluation,
  $builder,
  (evaluation, { ops }) => evaluation?.builder.ops === ops && evaluation.view.allTicked,
);

// It also says so when the builder was left; the next screen that opens starts without unsaved work anyway.
const $hasUnapplied = combine(
  { builder: $builder, scope: $scope, allTicked: $allTicked },
  ({ builder, scope, allTicked }) => scope !== null && hasUnapplied(builder, allTicked),
);
sample({
  clock: $hasUnapplied.updates,
  fn: (unsaved) => ({ payload: { unsaved }, cause: null }),
  target: unsavedNow,
});

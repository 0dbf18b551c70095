/** The resource filter in the dropdown's format. */
import { combine, createEvent, sample } from "effector";
import { $tableResult } from "./tableQuery.ts";
import { $builder, changeFilterText, changeResourceFilter } from "../model.ts";
import { ALL_RESOURCES, isAll } from "../rules.ts";
import { chosenResources, resourceSetOf } from "./rules.ts";

const $options = $tableResult
  .map((tableResult) => tableResult?.summary ?? null)
  .map((summary) =>
    (summary?.resources ?? []).map(({ name, entitlements }, resource) => ({
      id: String(resource),
      label: name,
      count: entitlements,
    })),
  );

export const $resourceFilter = combine(
  $options,
  $builder.map(({ resources }) => resources),
  (options, resources) => ({ options, selected: chosenResources(resources, options.length) }),
);

/** The dropdown's selection, by option id. */
export const chooseResources = createEvent<ReadonlySet<string>>();
sample({
  clock: chooseResources,
  source: $options,
  fn: (options, selected) => ({
    resources: resourceSetOf(new Set([...selected].map(Number)), options.length),
  }),
  target: changeResourceFilter,
});

/** Clears the text and selects all resources. */
export const clearFilters = createEvent();
sample({
  clock: clearFilters,
  source: $builder,
  filter: ({ text }) => text !== "",
  fn: () => ({ text: "" }),
  target: changeFilterText,
});
sample({
  clock: clearFilters,
  source: $builder,
  filter: ({ resources }) => !isAll(resources),
  fn: () => ({ resources: ALL_RESOURCES }),
  target: changeResourceFilter,
});

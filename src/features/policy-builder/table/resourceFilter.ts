/** The resource filter in the dropdown's format. */
import { combine, createEffect, createEvent, createStore, sample } from "effector";
import { askAnalytics } from "../../../kernel/analytics.ts";
import { $parts } from "../../../kernel/disclosures.ts";
import { $tableResult } from "./tableQuery.ts";
import { $builder, changeFilterText, changeResourceFilter } from "../model.ts";
import { $summary } from "../report/phase.ts";
import type { StoredReport } from "../report/report.ts";
import { ALL_RESOURCES, isAll } from "../rules.ts";
import { chosenResources, resourceSetOf } from "./rules.ts";

/** The disclosure of the dropdown. */
export const RESOURCE_FILTER = "policyBuilder/resources";

const $isOpen = $parts.map(({ touched }) => touched[RESOURCE_FILTER]?.open === true);

interface Counted {
  readonly report: StoredReport;
  readonly generation: number;
}

const countFx = createEffect(({ generation }: Counted) => askAnalytics("shownCounts", generation));

/** The shown entitlements of each resource when they were last counted; null before. */
const $counted = createStore<{
  readonly report: StoredReport;
  readonly counts: Uint32Array;
} | null>(null, { serialize: "ignore" }).on(countFx.done, (counted, { params, result }) =>
  result === null ? counted : { report: params.report, counts: result },
);

// Counts only for the open dropdown: otherwise each move of the slider would copy and send them.
const $toCount = combine($isOpen, $tableResult, (isOpen, tableResult) =>
  isOpen && tableResult !== null
    ? { report: tableResult.report, generation: tableResult.view.generation }
    : null,
);
sample({ clock: $toCount, filter: (wanted) => wanted !== null, target: countFx });

const $shownReport = $tableResult.map((tableResult) => tableResult?.report ?? null);

// Each answer of the table is a new result. The options change only with the report and the counts, so that the
// dropdown is not rendered for each key and each move of the slider.
const $options = combine($summary, $shownReport, $counted, (summary, report, counted) => {
  if (summary === null) return [];
  const counts = counted?.report === report ? counted.counts : null;
  return summary.resources.map(({ name, entitlements }, resource) => ({
    id: String(resource),
    label: name,
    count: counts?.[resource] ?? entitlements,
  }));
});

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

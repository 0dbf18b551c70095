/** TanStack Table on the main thread: a filter of each column on values that are prepared, counts in one pass. */
import {
  columnFilteringFeature,
  constructTable,
  createColumnHelper,
  createFilteredRowModel,
  tableFeatures,
} from "@tanstack/table-core";
import { storeReactivityBindings } from "@tanstack/table-core/store-reactivity-bindings";
import { normalize } from "../normalize.js";

export function prepare(source) {
  return { resources: source.resources, data: [...source.each()] };
}

export function open({ resources, data }) {
  const features = tableFeatures({
    coreReactivityFeature: storeReactivityBindings(),
    columnFilteringFeature,
    filteredRowModel: createFilteredRowModel(),
  });
  const helper = createColumnHelper();
  const columns = helper.columns([
    helper.accessor("norm", { filterFn: (row, id, text) => row.original.norm.includes(text) }),
    helper.accessor("percent", { filterFn: (row, id, least) => row.original.percent >= least }),
  ]);
  const table = constructTable({ features, columns, data });
  table.getFilteredRowModel();
  return ({ text, threshold }) => {
    const filter =
      text === undefined
        ? { id: "percent", value: threshold }
        : { id: "norm", value: normalize(text) };
    table.setColumnFilters([filter]);
    const { rows } = table.getFilteredRowModel();
    const counts = new Uint32Array(resources);
    for (const { original } of rows) counts[original.resource]++;
    return { counts, names: rows.slice(0, 50).map(({ original }) => original.name) };
  };
}

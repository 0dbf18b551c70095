/** AG Grid Community, flat, with its external filter on values that are prepared, which is its quickest. */
import { AllCommunityModule, createGrid, ModuleRegistry } from "ag-grid-community";
import { normalize } from "../normalize.js";

export function prepare(source) {
  return { resources: source.resources, data: [...source.each()] };
}

export function open({ resources, data }) {
  ModuleRegistry.registerModules([AllCommunityModule]);
  let passes = null;
  return new Promise((resolve) => {
    createGrid(document.querySelector("#grid"), {
      columnDefs: [{ field: "resource" }, { field: "name" }, { field: "percent" }],
      rowData: data,
      animateRows: false,
      isExternalFilterPresent: () => passes !== null,
      doesExternalFilterPass: ({ data: row }) => passes(row),
      onFirstDataRendered: ({ api }) =>
        resolve(({ text, threshold }) => {
          const part = text === undefined ? null : normalize(text);
          passes =
            part === null
              ? ({ percent }) => percent >= threshold
              : ({ norm }) => norm.includes(part);
          api.onFilterChanged();
          const counts = new Uint32Array(resources);
          const names = [];
          api.forEachNodeAfterFilter(({ data: row }) => {
            counts[row.resource]++;
            if (names.length < 50) names.push(row.name);
          });
          return { counts, names };
        }),
    });
  });
}

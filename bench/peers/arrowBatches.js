/** The rows as Arrow streams of some rows each, for the peers that take Arrow. */
import { float64, int32, tableFromArrays, tableToIPC, utf8 } from "@uwdata/flechette";

const ROWS = 250_000;

export function arrowBatches(source) {
  const batches = [];
  let columns = null;
  const flush = () => {
    if (columns === null) return;
    const table = tableFromArrays(columns, {
      types: { resource: int32(), name: utf8(), norm: utf8(), percent: float64() },
    });
    batches.push(tableToIPC(table, { format: "stream" }));
    columns = null;
  };
  for (const { resource, name, norm, percent } of source.each()) {
    columns ??= { resource: [], name: [], norm: [], percent: [] };
    columns.resource.push(resource);
    columns.name.push(name);
    columns.norm.push(norm);
    columns.percent.push(percent);
    if (columns.resource.length === ROWS) flush();
  }
  flush();
  return batches;
}

/** Perspective in its worker: Arrow in, a view of counts by resource and one of the first rows for each question. */
import perspective from "@finos/perspective";
import server from "@finos/perspective/dist/wasm/perspective-server.wasm?url";
import client from "@finos/perspective/dist/wasm/perspective-js.wasm?url";
import { arrowBatches } from "../arrowBatches.js";
import { normalize } from "../normalize.js";

export function prepare(source) {
  return { resources: source.resources, batches: arrowBatches(source) };
}

export async function open({ resources, batches }) {
  perspective.init_server(fetch(server));
  perspective.init_client(fetch(client));
  const worker = await perspective.worker();
  let table = null;
  for (const [at, batch] of batches.entries()) {
    const { buffer } = batch.slice();
    if (table === null) table = await worker.table(buffer);
    else await table.update(buffer);
    batches[at] = null;
  }
  await table.size();
  return async ({ text, threshold }) => {
    const filter = [
      text === undefined ? ["percent", ">=", threshold] : ["norm", "contains", normalize(text)],
    ];
    const grouped = await table.view({
      group_by: ["resource"],
      columns: ["percent"],
      aggregates: { percent: "count" },
      filter,
    });
    const counts = new Uint32Array(resources);
    for (const { __ROW_PATH__: path, percent } of await grouped.to_json()) {
      if (path.length === 1) counts[path[0]] = percent;
    }
    await grouped.delete();
    const flat = await table.view({ columns: ["name"], filter });
    const { name } = await flat.to_columns({ start_row: 0, end_row: 50 });
    await flat.delete();
    return { counts, names: name };
  };
}

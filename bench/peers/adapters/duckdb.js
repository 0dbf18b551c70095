/** DuckDB-WASM in its worker: Arrow in, statements prepared once. */
import { AsyncDuckDB, VoidLogger } from "@duckdb/duckdb-wasm";
import wasm from "@duckdb/duckdb-wasm/dist/duckdb-eh.wasm?url";
import workerUrl from "@duckdb/duckdb-wasm/dist/duckdb-browser-eh.worker.js?url";
import { arrowBatches } from "../arrowBatches.js";
import { normalize } from "../normalize.js";

export function prepare(source) {
  return { resources: source.resources, batches: arrowBatches(source) };
}

export async function open({ resources, batches }) {
  const database = new AsyncDuckDB(new VoidLogger(), new Worker(workerUrl));
  await database.instantiate(new URL(wasm, location.href).href);
  const connection = await database.connect();
  for (const [at, batch] of batches.entries()) {
    await connection.insertArrowFromIPCStream(batch, { name: "rows", create: at === 0 });
    batches[at] = null;
  }
  const prepared = async (condition) => ({
    counts: await connection.prepare(
      `select resource, count(*)::int as rows from rows where ${condition} group by resource`,
    ),
    names: await connection.prepare(`select name from rows where ${condition} limit 50`),
  });
  const byText = await prepared("contains(norm, ?)");
  const byPercent = await prepared("percent >= ?::double");
  return async ({ text, threshold }) => {
    const statements = text === undefined ? byPercent : byText;
    const value = text === undefined ? threshold : normalize(text);
    const counts = new Uint32Array(resources);
    const counted = await statements.counts.query(value);
    const resource = counted.getChild("resource");
    const rows = counted.getChild("rows");
    for (let at = 0; at < counted.numRows; at++) counts[resource.get(at)] = rows.get(at);
    const first = await statements.names.query(value);
    return { counts, names: [...first.getChild("name")] };
  };
}

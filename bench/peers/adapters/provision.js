/** The product's own worker as it is built, behind Comlink as in the product. */
import { transfer, wrap } from "comlink";

export function prepare(source, { worker }) {
  return { worker, resources: source.resources, chunks: [...source.chunks()] };
}

/** Rows that are asked for first, as the table asks for what is in view. */
const SCREEN = 64;
const NO_RESOURCE = { all: false, except: [] };
const EVERY_RESOURCE = { all: true, except: [] };

export async function open({ worker, resources, chunks }) {
  const core = wrap(new Worker(worker, { type: "module" }));
  const load = await core.beginLoad();
  for (const chunk of chunks) {
    const reply = await core.loadChunks(load, transfer([chunk], [chunk.buffer]));
    if (!reply.ok) throw new Error(reply.message);
  }
  const reply = await core.endLoad(load);
  if (!reply.ok) throw new Error(reply.message);

  const rowsOf = async ({ text = "", threshold = 0 }, collapsed, end) => {
    const unchanged = { resources: EVERY_RESOURCE, hints: false, sort: null, opsFrom: 0, ops: [] };
    const query = { ...unchanged, text, threshold, collapsed };
    const window = { start: 0, end };
    const answer = await core.answer({ query, window, follow: null, glance: false });
    if (!answer.ok) throw new Error(answer.code);
    return answer.rows;
  };
  const namesOf = async (question, end) =>
    (await rowsOf(question, NO_RESOURCE, end))
      .filter(({ kind }) => kind === "entitlement")
      .map(({ name }) => name);
  // What the table shows first, and the counts of all resources, which it shows when they are collapsed.
  return async (question) => {
    const asked = [namesOf(question, SCREEN), rowsOf(question, EVERY_RESOURCE, resources)];
    const [first, headers] = await Promise.all(asked);
    // Small resources, whose headers stand between the names.
    const names = first.length < 50 ? await namesOf(question, 50 + resources) : first;
    const counts = new Uint32Array(resources);
    for (const { resource, shown } of headers) counts[resource] = shown;
    return { counts, names: names.slice(0, 50) };
  };
}

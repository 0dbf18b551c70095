import type { CoreState } from "../coreState.ts";
import { failureFrom, LOAD_OVER, type LoadId, type LoadProgress } from "../reportLoad.ts";

/** Reads the following bytes, in chunks cut anywhere; transfer them. Wait for the reply before the next. */
export function loadChunks(
  core: CoreState,
  id: LoadId,
  chunks: readonly Uint8Array[],
): LoadProgress {
  const { load } = core;
  if (load?.id !== id) return LOAD_OVER;
  for (const bytes of chunks) {
    try {
      load.reader.push(bytes);
    } catch (error) {
      core.load = null;
      return failureFrom(error);
    }
    load.digest.push(bytes);
  }
  return { ok: true, bytes: load.reader.byteCount, rows: load.reader.rowCount };
}

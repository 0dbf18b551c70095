import { ReportReader } from "../../columns/readReport.ts";
import type { CoreState } from "../coreState.ts";
import { ChunkDigest } from "../digest.ts";
import type { LoadId } from "../reportLoad.ts";

/**
 * Starts to load a report as it arrives, and ends another running load.
 *
 * @param keeps whether the bytes are kept for `takeBytes` as well
 */
export function beginLoad(core: CoreState, keeps = false): LoadId {
  const pieces: Blob[] = [];
  // A blob is a copy that the browser can store on disk.
  const digest = new ChunkDigest((piece) => void (keeps && pieces.push(new Blob([piece]))));
  const bytes = keeps ? () => new Blob(pieces) : null;
  core.loads += 1;
  core.load = { id: core.loads, reader: new ReportReader(), digest, bytes };
  return core.loads;
}

import type { CoreState } from "../coreState.ts";
import { inSlices } from "../indexing/inSlices.ts";
import { prepareReport, type PreparedReport } from "../prepareReport.ts";
import { failureFrom, LOAD_OVER, summarize, type LoadId, type LoadReply } from "../reportLoad.ts";
import { ReportSession } from "../reportSession.ts";

/** Makes the report current, with everything selected. A failure keeps the previous report. */
export function endLoad(core: CoreState, id: LoadId): Promise<LoadReply> {
  const reply = core.lastLoad.then(() => finish(core, id));
  core.lastLoad = reply.catch(() => undefined);
  return reply;
}

async function finish(core: CoreState, id: LoadId): Promise<LoadReply> {
  const { load } = core;
  if (load?.id !== id) return LOAD_OVER;
  let prepared: PreparedReport;
  let digest: string;
  try {
    // In slices, because the previous report still answers queries.
    prepared = await inSlices(prepareReport(load.reader.finish()));
    digest = await load.digest.finish();
  } catch (error) {
    if (core.load?.id !== id) return LOAD_OVER;
    core.load = null;
    return failureFrom(error);
  }
  // It may have been cancelled during its preparation.
  if (core.load?.id !== id) return LOAD_OVER;
  core.load = null;
  core.kept = load.bytes && { digest, bytes: load.bytes() };
  return makeCurrent(core, new ReportSession(prepared), digest, load.reader.byteCount);
}

function makeCurrent(
  core: CoreState,
  session: ReportSession,
  digest: string,
  size: number,
): LoadReply {
  core.stopIndexing();
  core.session = session;
  core.stopIndexing = core.indexNames(session.columns, (part) => session.takeIndex(part));
  session.setPolicy(core.policy, core.inherited);
  const summary = summarize(session.columns);
  core.summary = summary;
  core.generation += 1;
  return { ok: true, summary, digest, size };
}

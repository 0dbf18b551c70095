/**
 * What the worker exposes: the current report's session, and a generation number that grows with every change of what
 * would be answered, so that replies about an earlier state are recognised.
 */
import { NO_ROLES } from "../columns/readPolicy.ts";
import { readReport, ReportReader } from "../columns/readReport.ts";
import { resourceCount, type ReportColumns } from "../columns/reportColumns.ts";
import { ReportUnreadable } from "../columns/reportError.ts";
import { seeTable, readWindow } from "./readTable.ts";
import type {
  AnalyticsCore,
  BuilderQuery,
  LoadFailure,
  LoadId,
  LoadReply,
  QueryReply,
  ReportSummary,
} from "./contract.ts";
import { ChunkDigest, digestOf } from "./digest.ts";
import type { IndexNames } from "./indexing/indexNames.ts";
import { indexInSlices, inSlices } from "./indexing/inSlices.ts";
import { createPolicyStore } from "./policyStore.ts";
import { prepareReport } from "./prepareReport.ts";
import { createSession, type Session } from "./session.ts";

/** @param indexNames how the index of a report's names is made, once the report is the current one */
export function createAnalyticsCore(indexNames: IndexNames = indexInSlices): AnalyticsCore {
  let session: Session | null = null;
  let summary: ReportSummary | null = null;
  let policy = NO_ROLES;
  const policies = createPolicyStore();
  let generation = 0;
  /** Settles when the load before has; loads follow one another. */
  let lastLoad: Promise<unknown> = Promise.resolve();

  let stopIndexing = (): void => {};
  let chunks: LoadInChunks | null = null;
  let loads = 0;
  let kept: { readonly digest: string; readonly bytes: Blob } | null = null;

  return {
    load(bytes) {
      return inTurn(() => load(bytes));
    },
    beginLoad(keeps = false) {
      const pieces: Blob[] = [];
      // A blob has a copy of its own, which the browser can put on disk.
      const digest = new ChunkDigest((piece) => void (keeps && pieces.push(new Blob([piece]))));
      const bytes = keeps ? () => new Blob(pieces) : null;
      chunks = { id: ++loads, reader: new ReportReader(), digest, bytes };
      return chunks.id;
    },
    loadChunks(id, parts) {
      const load = chunks;
      if (load?.id !== id) return LOAD_OVER;
      for (const bytes of parts) {
        const failure = failureOf(() => load.reader.push(bytes));
        if (failure !== null) {
          chunks = null;
          return failure;
        }
        load.digest.push(bytes);
      }
      return { ok: true, bytes: load.reader.byteCount, rows: load.reader.rowCount };
    },
    endLoad(id) {
      return inTurn(() => endLoad(id));
    },
    cancelLoad(id) {
      if (chunks?.id === id) chunks = null;
    },
    takeBytes(digest) {
      if (kept?.digest !== digest) return null;
      const { bytes } = kept;
      kept = null;
      return bytes;
    },
    loadPolicy: policies.load,
    setPolicy(digest) {
      const wanted = digest === null ? NO_ROLES : policies.get(digest);
      if (wanted === null) return false;
      policy = wanted;
      session?.setPolicy(policy);
      generation++;
      return true;
    },
    query,
    answer(question) {
      const reply = query(question.query);
      if (!reply.ok) return reply;
      const table = current(reply.view.generation);
      if (table === null) return { ok: false, code: "ENOREPORT" };
      return { ...reply, ...seeTable(table, question) };
    },
    window(asked, range) {
      const table = current(asked);
      return table && readWindow(table, range);
    },
    summary: () => summary,
    rows: (asked, start, end) => current(asked)?.rows(start, end) ?? null,
    findRow(asked, text, from) {
      const table = current(asked);
      return table && { position: table.findRow(text, from) };
    },
    applyList: (asked) => current(asked)?.applyList() ?? null,
    applyBody: (asked) => current(asked)?.applyBody() ?? null,
    csv: (asked, of, from) => current(asked)?.csv(of, from) ?? null,
  };

  function query(wanted: BuilderQuery): QueryReply {
    if (session === null) return { ok: false, code: "ENOREPORT" };
    const held = session.opCount();
    if (wanted.opsFrom > held) return { ok: false, code: "EOPSMISSING", held };
    return { ok: true, view: { generation: ++generation, ...session.apply(wanted) } };
  }

  function current(asked: number): Session | null {
    return asked === generation ? session : null;
  }

  function inTurn<Reply>(work: () => Promise<Reply>): Promise<Reply> {
    const reply = lastLoad.then(work);
    lastLoad = reply.catch(() => undefined);
    return reply;
  }

  async function load(bytes: Uint8Array): Promise<LoadReply> {
    const read = await attempt(() => prepare(readReport(bytes)));
    if (!read.ok) return read;
    const digest = await digestOf(bytes as Uint8Array<ArrayBuffer>);
    return makeCurrent(read.value, digest, bytes.length);
  }

  async function endLoad(id: LoadId): Promise<LoadReply | LoadFailure> {
    const load = chunks;
    if (load?.id !== id) return LOAD_OVER;
    const read = await attempt(() => prepare(load.reader.finish()));
    const digest = read.ok ? await load.digest.finish() : "";
    // Cancelled meanwhile.
    if (chunks?.id !== id) return LOAD_OVER;
    chunks = null;
    if (!read.ok) return read;
    kept = load.bytes && { digest, bytes: load.bytes() };
    return makeCurrent(read.value, digest, load.reader.byteCount);
  }

  function makeCurrent(read: Session, digest: string, size: number): LoadReply {
    stopIndexing();
    session = read;
    stopIndexing = indexNames(session.columns, session.takeIndex);
    session.setPolicy(policy);
    summary = summarize(session.columns);
    generation++;
    return { ok: true, summary, digest, size };
  }
}

interface LoadInChunks {
  readonly id: LoadId;
  readonly reader: ReportReader;
  readonly digest: ChunkDigest;
  /** What was kept of them, once all have come; null where nothing is. */
  readonly bytes: (() => Blob) | null;
}

const LOAD_OVER: LoadFailure = {
  ok: false,
  code: "ELOADOVER",
  message: "The report is no longer being loaded.",
};

type Refusal = Extract<LoadReply, { ok: false }>;
type Attempt<Value> = { ok: true; value: Value } | Refusal;

/** In slices: the report before is still asked about. */
async function prepare(columns: ReportColumns): Promise<Session> {
  return createSession(await inSlices(prepareReport(columns)));
}

async function attempt<Value>(work: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return refusalOf(error);
  }
}

function failureOf(work: () => void): Refusal | null {
  try {
    work();
    return null;
  } catch (error) {
    return refusalOf(error);
  }
}

/** What is said of an error that a report causes; throws any other. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof ReportUnreadable) {
    return { ok: false, code: error.code, message: error.message };
  }
  // What a typed array throws that cannot be allocated.
  if (error instanceof RangeError) {
    const message = "The report cannot be read: it needs more memory than there is.";
    return { ok: false, code: "EBADREPORT", message };
  }
  throw error;
}

function summarize(columns: ReportColumns): ReportSummary {
  const { resourceStarts } = columns;
  return {
    orgOid: columns.orgOid,
    reportDate: columns.reportDate,
    totalUsers: columns.totalUsers,
    totalShadows: columns.totalShadows,
    entitlements: columns.rowCount,
    resources: Array.from({ length: resourceCount(columns) }, (_, resource) => ({
      name: columns.resourceNames[resource] as string,
      entitlements: (resourceStarts[resource + 1] as number) - (resourceStarts[resource] as number),
    })),
  };
}

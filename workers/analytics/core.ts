/**
 * What the worker exposes: the current report's session, and a generation number that grows with every change of what
 * would be answered, so that replies about an earlier state are recognised.
 */
import { decodeReport } from "../columns/decodeReport.ts";
import { resourceCount, type ReportColumns } from "../columns/reportColumns.ts";
import { ReportUnreadable } from "../columns/reportUnreadable.ts";
import type { AnalyticsCore, LoadReply, ReportSummary } from "./contract.ts";
import { digestOf } from "./digest.ts";
import { createSession, type Session } from "./session.ts";

export function createAnalyticsCore(): AnalyticsCore {
  let session: Session | null = null;
  let summary: ReportSummary | null = null;
  let policy: readonly string[] = [];
  let generation = 0;
  /** Settles when the load before has; loads follow one another. */
  let lastLoad: Promise<unknown> = Promise.resolve();

  return {
    load(bytes) {
      const reply = lastLoad.then(() => load(bytes));
      lastLoad = reply.catch(() => undefined);
      return reply;
    },
    setPolicy(roleOids) {
      policy = roleOids;
      session?.setPolicy(policy);
      generation++;
    },
    query(query) {
      if (session === null) return { ok: false, code: "ENOREPORT" };
      const held = session.opCount();
      if (query.opsFrom > held) return { ok: false, code: "EOPSMISSING", held };
      return { ok: true, view: { generation: ++generation, ...session.apply(query) } };
    },
    summary: () => summary,
    rows: (asked, start, end) => current(asked)?.rows(start, end) ?? null,
    resourceRow: (asked, resource) => current(asked)?.resourceRow(resource) ?? null,
    positionOf: (asked, target) => current(asked)?.positionOf(target) ?? null,
    curve: (asked) => current(asked)?.curve() ?? null,
    histogram: (asked) => current(asked)?.histogram() ?? null,
    applyList: (asked) => current(asked)?.applyList() ?? null,
  };

  function current(asked: number): Session | null {
    return asked === generation ? session : null;
  }

  async function load(bytes: Uint8Array): Promise<LoadReply> {
    const read = readReport(bytes);
    if (!read.ok) return read;
    const digest = await digestOf(bytes as Uint8Array<ArrayBuffer>);
    session = read.session;
    session.setPolicy(policy);
    summary = summarize(session.columns);
    generation++;
    return { ok: true, summary, digest, size: bytes.length };
  }
}

function readReport(
  bytes: Uint8Array,
): { ok: true; session: Session } | Extract<LoadReply, { ok: false }> {
  try {
    return { ok: true, session: createSession(decodeReport(bytes)) };
  } catch (error) {
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

/** The mining report of an org: asked for, streamed, dropped. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { deleteMiningReport, requestMiningReport } from "#events/calls/mining.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { begun } from "../primedStream.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { findResource } from "../directory/directoryQueries.ts";
import { mountCall, type StreamReply } from "../mount.ts";
import { hasOrg } from "../orgs/orgQueries.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { jsonPieces } from "./jsonReport.ts";
import {
  countAwaited,
  dropReports,
  MAX_AWAITED,
  openReport,
  ReportGoneError,
  requestReport,
} from "./reports.ts";

/** Most reports are made in less. */
const RETRY_AFTER_SECONDS = 5;

export function mountMiningCalls(app: FastifyInstance): void {
  const { db, miner, now } = app.services;

  mountCall(
    app,
    requestMiningReport,
    async ({ params: { oid }, body }, { client, format, reply, user }) => {
      const resourceId = body.resourceId?.toLowerCase() ?? null;
      if (!(await hasOrg(db, client.id, oid))) throw notFound("orgs.notFound");
      if (resourceId && !(await findResource(db, client.id, resourceId))) {
        throw notFound("resources.notFound");
      }
      const key = { clientId: client.id, orgOid: oid, resourceId };
      const report = await requestReport(db, key, user.id, now());
      if (report.state === "refused") {
        reply.header("retry-after", RETRY_AFTER_SECONDS);
        throw tooManyAwaited();
      }
      if (report.state === "failed") {
        app.log.error({ ...key, reason: report.reason }, "A report was given up");
        throw new ApiError("EMININGFAILED", message("reports.failed"));
      }
      const stream =
        report.state === "ready" && (await streamReport(db, client.id, report.reportId, format));
      if (stream) return stream;
      miner.poke();
      return { status: 202, body: { state: "pending" as const } };
    },
  );

  mountCall(app, deleteMiningReport, async ({ params: { oid } }, { client, user }) => {
    if (!(await hasOrg(db, client.id, oid))) throw notFound("orgs.notFound");
    const dropped = await inTransaction(db, async (tx) => {
      const count = await dropReports(tx, { clientId: client.id, orgOid: oid });
      // Whoever drops a report asks for it anew, and would be refused.
      if (count > 0 && (await countAwaited(tx, user.id)) >= MAX_AWAITED) throw tooManyAwaited();
      if (count > 0) {
        await recordAudit(tx, {
          at: now(),
          actor: user,
          clientId: client.id,
          call: deleteMiningReport.name,
          target: oid,
          before: { reports: count },
          after: { reports: 0 },
        });
      }
      return count;
    });
    if (dropped > 0) miner.poke();
    return { status: 200, body: { dropped } };
  });
}

function tooManyAwaited(): ApiError {
  return new ApiError("ETOOMANYREQUESTS", message("reports.tooMany", { max: MAX_AWAITED }));
}

/**
 * The report, whose first part is already there; null where it was dropped since it was found. When it is dropped
 * later, the stream breaks, and with it the response.
 * @param format null for JSON.
 */
async function streamReport(
  db: Kysely<Database>,
  clientId: string,
  reportId: string,
  format: string | null,
): Promise<StreamReply | null> {
  try {
    const { size, parts } = await openReport(db, clientId, reportId);
    const all = await begun(parts);
    const body = Readable.from(format === null ? jsonPieces(all) : all, { objectMode: false });
    return { status: 200, body, format, size: format === null ? null : size };
  } catch (error) {
    if (error instanceof ReportGoneError) return null;
    throw error;
  }
}

/** The mining report of an org: requesting, streaming, dropping. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { deleteMiningReport, requestMiningReport } from "#events/calls/mining.ts";
import { message } from "#events/messages/message.ts";
import { policyResources } from "#events/rules/permissions.ts";
import { begun } from "../primedStream.ts";
import type { Database } from "../db/schema.ts";
import { findResource } from "../directory/queries.ts";
import { mountCall, type StreamReply } from "../mount.ts";
import { resourcesInReach } from "../orgs/policy/reach.ts";
import { requireOrg } from "../orgs/queries.ts";
import { ApiError, notFound, notPermitted } from "../plugins/errors.ts";
import { jsonPieces } from "./jsonReport.ts";
import { dropReportsOfOrg, tooManyAwaited } from "./commands.ts";
import { openReport, ReportGoneError, requestReport } from "./queries.ts";

/** Most reports are mined in less. */
const RETRY_AFTER_SECONDS = 5;

export function mountMining(app: FastifyInstance): void {
  mountCall(
    app,
    requestMiningReport,
    async ({ params: { oid }, body }, { at, client, db, format, reply, services, user }) => {
      const resourceId = body.resourceId?.toLowerCase() ?? null;
      // A report is of one resource, or of all of them.
      if (resourceId === null && policyResources(user) !== null) throw notPermitted();
      resourcesInReach(user, resourceId === null ? null : [resourceId]);
      await requireOrg(db, client.id, oid);
      if (resourceId && !(await findResource(db, client.id, resourceId))) {
        throw notFound("resources.notFound");
      }
      const key = { clientId: client.id, orgOid: oid, resourceId };
      const report = await requestReport(db, key, user.id, at);
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
      services.miner.poke();
      return { status: 202, body: { state: "pending" as const } };
    },
  );

  mountCall(app, deleteMiningReport, async ({ params: { oid } }, context) => {
    await requireOrg(context.db, context.client.id, oid);
    return { status: 200, body: { dropped: await dropReportsOfOrg(context, oid) } };
  });
}

/**
 * The report with its first part already read; null if it was dropped since it was found. If it is dropped later, the
 * stream and the response break.
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

/** The mining report of an org: asked for, streamed, dropped. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { deleteMiningReport, requestMiningReport } from "#events/calls/mining.ts";
import { mountCall } from "../mount.ts";
import { hasOrg } from "../orgs/orgQueries.ts";
import { loadResources } from "../directory/directoryQueries.ts";
import { ApiError, notFound } from "../plugins/errors.ts";

export interface Scope {
  readonly clientId: string;
  readonly orgOid: string;
  readonly resourceId: string | null;
}

export type ReportState =
  | { readonly state: "ready"; readonly body: AsyncIterable<string> }
  | { readonly state: "pending" }
  | { readonly state: "failed"; readonly reason: string };

export interface Mining {
  requestReport(scope: Scope): Promise<ReportState>;
  dropReports(clientId: string, orgOid: string): Promise<number>;
}

export function mountMiningCalls(app: FastifyInstance): void {
  const { db, mining } = app.services;

  mountCall(app, requestMiningReport, async ({ params: { oid }, body }, { client }) => {
    const resourceId = body.resourceId?.toLowerCase() ?? null;
    if (!(await hasOrg(db, client.id, oid))) throw notFound("Org");
    if (resourceId && (await loadResources(db, client.id, [resourceId])).length === 0) {
      throw notFound("Resource");
    }
    if (!mining) throw new ApiError("EUNAVAILABLE", "Mining is not available");
    const report = await mining.requestReport({ clientId: client.id, orgOid: oid, resourceId });
    switch (report.state) {
      case "ready":
        return { status: 200, body: Readable.from(report.body, { objectMode: false }) };
      case "pending":
        return { status: 202, body: { state: "pending" as const } };
      default:
        throw new ApiError("EMININGFAILED", report.reason);
    }
  });

  mountCall(app, deleteMiningReport, async ({ params: { oid } }, { client }) => {
    if (!(await hasOrg(db, client.id, oid))) throw notFound("Org");
    if (!mining) throw new ApiError("EUNAVAILABLE", "Mining is not available");
    return { status: 200, body: { dropped: await mining.dropReports(client.id, oid) } };
  });
}

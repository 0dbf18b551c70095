/** The entitlement mining report of an org. */
import { Type } from "typebox";
import { Nullable, Uuid } from "../entities/common.ts";
import { MiningReport } from "../entities/miningReport.ts";
import { ARROW_STREAM } from "../entities/miningReportArrow.ts";
import { defineCall } from "../kernel/call.ts";

const OrgParams = Type.Object({ clientId: Uuid, oid: Uuid });

/**
 * 200 with the report. Any other success status means that the report is still being mined: request it again later. The
 * server answers 202, and a proxy may change that status, with or without a body. ETOOMANYREQUESTS if the report is not
 * ready and the user already waits for too many others.
 */
export const requestMiningReport = defineCall({
  name: "mining/requestMiningReport",
  summary: "Get or start the mining report of an org",
  method: "POST",
  endpoint: "/api/clients/:clientId/orgs/:oid/entitlement-mining-report",
  permission: "RoleMapping",
  orOwnResources: true,
  reply: "bytes",
  holds: "report",
  inProgress: { status: 202, body: { state: "pending" } },
  formats: [ARROW_STREAM],
  schema: {
    params: OrgParams,
    body: Type.Object({ resourceId: Type.Optional(Nullable(Uuid)) }),
    responses: {
      200: MiningReport,
      202: Type.Object({ state: Type.Literal("pending") }),
    },
  },
});

/** Deletes all reports of the org. */
export const deleteMiningReport = defineCall({
  name: "mining/deleteMiningReport",
  summary: "Discard the mining reports of an org",
  method: "DELETE",
  endpoint: "/api/clients/:clientId/orgs/:oid/entitlement-mining-report",
  permission: "RoleMapping",
  orOwnResources: true,
  schema: { params: OrgParams, responses: { 200: Type.Object({ dropped: Type.Integer() }) } },
});

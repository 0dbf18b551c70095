/** Lists the approved changes of one person's accounts that are not in their system, by preview. */
import { sql } from "kysely";
import {
  MAX_FAILED,
  type FailedChange,
  type FailedPreview,
} from "#events/entities/failedChange.ts";
import type { ProvisionKind, ProvisionProblem } from "#events/entities/provisioning.ts";
import { canOpenResource, canUpdateResource } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import { requirePlan } from "../provisioning/queries.ts";
import { mayRetry } from "../provisioning/approval.ts";
import { failedCount, NOT_SUPERSEDED } from "../provisioning/failedChanges.ts";
import { gainedAndLost } from "./pending.ts";

interface FailureRow {
  readonly no: number;
  readonly kind: ProvisionKind;
  readonly account: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly state: "failed" | "approved" | "writing";
  readonly problem: ProvisionProblem | null;
  readonly planId: string;
  readonly planNo: number;
  readonly resourceId: string;
  readonly resourceName: string;
}

export async function listFailures(
  context: CallContext,
  identityOid: string,
): Promise<FailedPreview[]> {
  const { client, db } = context;
  const { rows } = await sql<FailureRow>`
    select c.no, c.kind, c.account, c.before, c.after, c.state, c.problem, p.id as "planId",
      p.no as "planNo", r.id as "resourceId", r.name as "resourceName"
    from provisioning_changes c
    join provisioning_plans p on p.client_id = c.client_id and p.resource_id = c.resource_id
      and p.id = c.plan_id
    join resources r on r.client_id = c.client_id and r.id = c.resource_id
    where c.client_id = ${client.id} and c.identity_oid = ${identityOid}
      and c.state in ('failed', 'approved', 'writing') and ${NOT_SUPERSEDED}
    order by sort_key(r.name) collate "C", r.id, p.no, c.no
    limit ${MAX_FAILED}
  `.execute(db);
  const firsts = rows.filter((row, at) => row.planId !== rows[at - 1]?.planId);
  return Promise.all(
    firsts.map((first) => {
      const own = rows.filter(({ planId }) => planId === first.planId);
      return toPreview(context, first, own);
    }),
  );
}

async function toPreview(
  context: CallContext,
  { planId, planNo, resourceId, resourceName }: FailureRow,
  rows: readonly FailureRow[],
): Promise<FailedPreview> {
  const { client, db, user } = context;
  const isPermitted = canOpenResource(user, resourceId) && canUpdateResource(user, resourceId);
  const place = { clientId: client.id, resourceId, planId };
  const counted = await sql<{ failed: number }>`
    select ${failedCount(sql`${client.id}::uuid`, sql`${resourceId}::uuid`)} as failed
  `.execute(db);
  return {
    resourceId,
    resourceName,
    previewId: planId,
    no: planNo,
    failedCount: counted.rows[0]?.failed ?? 0,
    retryable: isPermitted && (await mayRetry(context, await requirePlan(db, place))),
    changes: rows.map(toChange),
  };
}

function toChange({ no, kind, account, before, after, state, problem }: FailureRow): FailedChange {
  return {
    no,
    kind,
    account,
    ...gainedAndLost(before, after),
    open: state !== "failed",
    problem,
  };
}

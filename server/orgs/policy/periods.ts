/** The period for which an org's policy grants an entitlement. */
import { sql, type Kysely, type Transaction } from "kysely";
import type { PeriodChange } from "#events/calls/orgs.ts";
import type { Inducement } from "#events/entities/org.ts";
import { checkPeriod } from "#events/rules/accessRoles.ts";
import { policyResources } from "#events/rules/permissions.ts";
import { boundsOf, haveSameBounds, periodOf } from "../../access/periods.ts";
import type { CallContext } from "../../callContext.ts";
import { shareLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { conflict, invalid, notFound } from "../../plugins/errors.ts";
import { recordPeople } from "../../policyChanges/changedPeople.ts";
import { recordPeriod } from "../../policyChanges/history.ts";
import { isInScope, lockOrg, PERIOD_COLUMNS, RESOURCE_ID, type PolicyScope } from "./queries.ts";

/**
 * @throws ApiError ENOTFOUND for the org or the inducement, EINVALID for the period, ECONFLICT if the period to replace is not
 *   the expected one.
 */
export function changePeriod(
  context: CallContext,
  orgOid: string,
  inducementId: string,
  { expected, ...period }: PeriodChange,
): Promise<Inducement> {
  const problem = checkPeriod(period);
  if (problem) throw invalid("/body/validUntil", problem);
  const { client, db } = context;
  const scope = { clientId: client.id, orgOid, resourceIds: policyResources(context.user) };
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const found = await findGrant(tx, scope, inducementId);
    if (!found) throw notFound("policies.entitlementNotFound");
    const { role_oid: roleOid, resource_id: resourceId, ...before } = found;
    const after = boundsOf(period);
    if (!haveSameBounds(before, after)) {
      if (!haveSameBounds(before, boundsOf(expected))) {
        throw conflict("policies.periodChangedElsewhere");
      }
      await tx
        .updateTable("inducements")
        .set(after)
        .where("client_id", "=", client.id)
        .where("org_oid", "=", orgOid)
        .where("id", "=", inducementId)
        .execute();
      const change = { orgOid, roleOid, resourceId, before, after };
      await recordPeople(tx, context, await recordPeriod(tx, context, change));
      await context.audit(tx, {
        target: orgOid,
        before: periodOf(before),
        after: { entitlement: roleOid, ...periodOf(after) },
      });
    }
    return readInducement(tx, client.id, inducementId);
  });
}

function findGrant(tx: Transaction<Database>, scope: PolicyScope, id: string) {
  return tx
    .selectFrom("inducements")
    .select(["role_oid", "valid_from", "valid_until", RESOURCE_ID])
    .where("client_id", "=", scope.clientId)
    .where("org_oid", "=", scope.orgOid)
    .where("id", "=", id)
    .where(isInScope(scope))
    .executeTakeFirst();
}

async function readInducement(
  db: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<Inducement> {
  const { rows } = await sql<Inducement>`
    select i.id, i.role_oid as "roleOid", coalesce(e.name, a.name, i.role_oid::text) as name,
      coalesce(r.name, '') as "resourceName", ${PERIOD_COLUMNS}
    from inducements i
    left join entitlements e on e.client_id = i.client_id and e.role_oid = i.role_oid
    left join access_roles a on a.client_id = i.client_id and a.oid = i.role_oid
    left join resources r on r.client_id = i.client_id and r.id = e.resource_id
    where i.client_id = ${clientId} and i.id = ${id}
  `.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`The inducement ${id} is gone`);
  return found;
}

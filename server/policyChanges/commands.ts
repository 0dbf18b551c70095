/** Applies previewed changes to the policies of many orgs. */
import { sql, type Transaction } from "kysely";
import type { PolicyChange, PolicyChangeRequest } from "#events/entities/policyChange.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import { validAt } from "../access/periods.ts";
import type { CallContext } from "../callContext.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";
import { invalid } from "../plugins/errors.ts";
import { storePeople } from "./changedPeople.ts";
import { ALWAYS, planFile, writeFile } from "./filePlan.ts";
import { finishChange, startChange, type AuditDetails } from "./history.ts";
import { makePlan, requireSame, type BulkPlan, type Plan } from "./plan.ts";
import { readPolicyFile, type PostedFile } from "./policyFile.ts";
import { findChange } from "./queries.ts";
import { isReplaced, ofResource, type ChangeScope } from "./scope.ts";
import { addGrants, endFromNow, removeGrants } from "./writeGrants.ts";

interface Confirmation {
  /** The id of the change. */
  readonly id: string;
  /** The fingerprint of the preview. */
  readonly fingerprint: string;
}

/** @throws ApiError ECONFLICT if the effect differs from that of the preview. */
export async function applyChange(
  context: CallContext,
  scope: ChangeScope,
  { id, fingerprint, ...request }: PolicyChangeRequest & Confirmation,
): Promise<PolicyChange> {
  return applyPreviewed(context, {
    id,
    fingerprint,
    kind: "bulk",
    scope,
    plan: (tx, graph) => makePlan(tx, scope, request, graph),
    write: (tx, plan) => writePlan(tx, plan, id),
    auditDetails: ({ roleOids }) => ({ operation: request.operation, roles: roleOids.length }),
  });
}

/**
 * Gives each org of a file exactly the entitlements, or access roles, of the file.
 *
 * @throws ApiError EINVALID for a file with an invalid line, ECONFLICT if the effect differs from that of the check.
 */
export async function applyFile(
  context: CallContext,
  scope: ChangeScope,
  { id, fingerprint, ...file }: Confirmation & PostedFile,
): Promise<PolicyChange> {
  const { wanted, problems } = await readPolicyFile(context.db, scope, file);
  const [first] = problems;
  if (first) throw invalid("/body/content", first.reason);
  return applyPreviewed(context, {
    id,
    fingerprint,
    kind: "import",
    scope,
    plan: (tx, graph) => planFile(tx, scope, graph, wanted),
    write: (tx, plan) => writeFile(tx, scope, id, wanted, plan),
    auditDetails: () => ({ fileOrgs: wanted.orgOids.length }),
  });
}

interface PreviewedChange<Planned extends Plan> extends Confirmation {
  readonly kind: PolicyChange["kind"];
  readonly scope: ChangeScope;
  readonly plan: (tx: Transaction<Database>, graph: VersionedGraph) => Promise<Planned>;
  readonly write: (tx: Transaction<Database>, plan: Planned) => Promise<void>;
  readonly auditDetails: (plan: Planned) => AuditDetails;
}

/**
 * Makes a change if its effect is still that of its preview. A client that got no response can repeat the request: a
 * change whose id exists is not made again.
 *
 * @throws ApiError ECONFLICT if the effect differs from that of the preview.
 */
async function applyPreviewed<Planned extends Plan>(
  context: CallContext,
  change: PreviewedChange<Planned>,
): Promise<PolicyChange> {
  const { app, db } = context;
  const { id, kind, scope } = change;
  return inTransaction(db, async (tx) => {
    await holdLock(tx, "policies");
    const made = await findChange(tx, scope.clientId, id);
    if (made) return made;
    const plan = await app.accessGraphs.use(tx, scope.clientId, scope.at, (graph) =>
      change.plan(tx, graph),
    );
    requireSame(plan, change.fingerprint);
    await startChange(tx, context, { id, kind, resourceId: scope.resourceId });
    await change.write(tx, plan);
    await storePeople(tx, id, plan);
    return finishChange(tx, context, id, change.auditDetails(plan));
  });
}

/** Grants that one statement adds. */
const GRANTS_AT_ONCE = 200_000;

async function writePlan(
  tx: Transaction<Database>,
  { scope, request, orgOids, roleOids }: BulkPlan,
  changeId: string,
): Promise<void> {
  // A statement that writes all grants of a large change would exceed the time limit of the database.
  const size = Math.max(1, Math.floor(GRANTS_AT_ONCE / Math.max(1, roleOids.length)));
  const roles = toUuids(roleOids);
  for (let from = 0; from < orgOids.length; from += size) {
    const orgs = toUuids(orgOids.slice(from, from + size));
    if (request.operation !== "add") {
      const which =
        request.operation === "remove"
          ? sql`i.role_oid = any(${roles}) ${ofResource(scope, sql`i.role_oid`)}`
          : sql`i.role_oid <> all(${roles}) ${isReplaced(scope, request.roles, sql`i.role_oid`)}`;
      await removeGrants(
        tx,
        scope.clientId,
        changeId,
        sql`i.org_oid = any(${orgs}) and ${which} and ${validAt("i", scope.at)}`,
      );
    }
    if (request.operation === "remove") continue;
    await addGrants(
      tx,
      scope,
      changeId,
      sql`select org_oid, role_oid, ${ALWAYS} from unnest(${orgs}) as org_oid cross join unnest(${roles}) as role_oid`,
      endFromNow(scope.at),
    );
  }
}

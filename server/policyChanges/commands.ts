/** Applies previewed changes to the policies of many orgs, and undoes changes. */
import { randomUUID } from "node:crypto";
import { sql, type Kysely, type Transaction } from "kysely";
import type { PolicyChange, PolicyChangeRequest } from "#events/entities/policyChange.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { VersionedGraph } from "../access/loadGraph.ts";
import { validAt } from "../access/periods.ts";
import type { CallContext } from "../callContext.ts";
import { holdLock } from "../db/advisoryLocks.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { toUuids } from "../lists/sqlText.ts";
import { invalid } from "../plugins/errors.ts";
import { recordPeople, storePeople } from "./changedPeople.ts";
import { startChange } from "./history.ts";
import { planPairs } from "./pairs.ts";
import { makePlan, requireSame, type BulkPlan, type Plan } from "./plan.ts";
import {
  isOfFile,
  readPolicyFile,
  selectWanted,
  type PostedFile,
  type WantedPolicies,
  wantedPairs,
} from "./policyFile.ts";
import { findChange, requireChange } from "./queries.ts";
import { isReplaced, ofResource, type ChangeScope } from "./scope.ts";
import {
  hasItsPeriod,
  ofChange,
  replacedPeriods,
  requireOwnRoles,
  requireUndoable,
  restorable,
  VALID_FROM,
  VALID_LIMITS,
  VALID_UNTIL,
} from "./undo.ts";
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
    plan: (tx, graph) => planPairs(tx, scope, graph, wantedPairs(scope, wanted)),
    write: (tx) => writeWanted(tx, scope, id, wanted),
    auditDetails: () => ({ fileOrgs: wanted.orgOids.length }),
  });
}

type AuditDetails = Readonly<Record<string, string | number>>;

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

async function writeWanted(
  tx: Transaction<Database>,
  scope: ChangeScope,
  changeId: string,
  wanted: WantedPolicies,
): Promise<void> {
  const inFile = selectWanted(wanted);
  await removeGrants(
    tx,
    scope.clientId,
    changeId,
    sql`${isOfFile(scope, wanted)} and not exists (
        select from (${inFile}) w where w.org_oid = i.org_oid and w.role_oid = i.role_oid)`,
  );
  await addGrants(
    tx,
    scope,
    changeId,
    sql`select org_oid, role_oid, ${ALWAYS} from (${inFile}) w`,
    endFromNow(scope.at),
  );
}

/** The period of a grant without limits. */
const ALWAYS = sql`null::timestamptz as valid_from, null::timestamptz as valid_until`;

/**
 * Checks that the user may undo the change.
 *
 * @throws ApiError ENOTFOUND if it is not limited to the user's resources, or EFORBIDDEN if its undo no longer is.
 */
export async function requireOwnChange(
  db: Kysely<Database>,
  { client, user, at }: CallContext,
  changeId: string,
): Promise<void> {
  const own = policyResources(user);
  const { resourceId } = await requireChange(db, client.id, changeId, own);
  if (own === null) return;
  await requireOwnRoles(db, { clientId: client.id, resourceId, rootOid: null, at }, changeId);
}

/**
 * Undoes a change: removes the roles that it added if they are still there and nobody has set their periods since, and
 * restores those that it removed, with their periods, if they are still missing and their periods are not over. Replaced
 * periods are as before if nobody has changed them since.
 *
 * @throws ApiError ENOTFOUND or EFORBIDDEN if the user may not undo it, or ECONFLICT if it is already undone.
 */
export async function undoChange(context: CallContext, changeId: string): Promise<PolicyChange> {
  return inTransaction(context.db, async (tx) => {
    await holdLock(tx, "policies");
    await requireOwnChange(tx, context, changeId);
    const undo = await undoIn(tx, context, changeId);
    await recordPeople(tx, context, undo.id);
    return undo;
  });
}

/** Like `undoChange`, in a transaction that holds the lock "policies". */
export async function undoIn(
  tx: Transaction<Database>,
  context: CallContext,
  changeId: string,
): Promise<PolicyChange> {
  const { client, at } = context;
  const change = await requireUndoable(tx, client.id, changeId);
  const id = randomUUID();
  await startChange(tx, context, {
    id,
    kind: "undo",
    resourceId: change.resourceId,
    undoes: changeId,
  });
  const undone = { clientId: client.id, at };
  await removeGrants(
    tx,
    client.id,
    id,
    sql`exists (
        select from policy_change_orgs c
        where ${ofChange(client.id, changeId)} and c.org_oid = i.org_oid and i.role_oid = any(c.added))
      and ${hasItsPeriod(client.id, changeId)}`,
  );
  await restoreReplaced(tx, undone, changeId, id);
  await addGrants(tx, undone, id, restorable(undone, changeId));
  await restorePeriods(tx, client.id, changeId, id);
  await tx
    .updateTable("policy_changes")
    .set({ undone_by: id })
    .where("client_id", "=", client.id)
    .where("id", "=", changeId)
    .execute();
  return finishChange(tx, context, id, { undoes: changeId });
}

/** Gives grants that the change made valid, and that its undo removed, the periods that they had before. */
async function restoreReplaced(
  tx: Kysely<Database>,
  { clientId, at }: Pick<ChangeScope, "clientId" | "at">,
  changeId: string,
  undoId: string,
): Promise<void> {
  await sql`
    insert into inducements (client_id, id, org_oid, role_oid, created_at, valid_from, valid_until)
    select c.client_id, gen_random_uuid(), c.org_oid, t.role_oid, ${at}, ${VALID_FROM}, ${VALID_UNTIL}
    from policy_change_orgs c
    join policy_change_orgs u on u.client_id = c.client_id and u.change_id = ${undoId}
      and u.org_oid = c.org_oid
    cross join lateral unnest(u.removed) as t (role_oid)
    where ${ofChange(clientId, changeId)} and ${VALID_LIMITS} is not null
  `.execute(tx);
}

/** Gives grants whose periods the change replaced the periods that they had before. */
async function restorePeriods(
  tx: Kysely<Database>,
  clientId: string,
  changeId: string,
  undoId: string,
): Promise<void> {
  await sql`
    with restored as (
      update inducements i set valid_from = r.valid_from, valid_until = r.valid_until
      from (${replacedPeriods({ clientId }, changeId)}) r
      where i.client_id = ${clientId} and i.org_oid = r.org_oid and i.role_oid = r.role_oid
      returning r.*
    )
    insert into policy_change_orgs as c
      (client_id, change_id, org_oid, added, removed, changed_periods)
    select ${clientId}::uuid, ${undoId}::uuid, org_oid, '{}', '{}',
      jsonb_object_agg(role_oid::text,
        jsonb_build_array(valid_from_after, valid_until_after, valid_from, valid_until))
    from restored group by org_oid
    on conflict (client_id, org_oid, change_id) do update
      set changed_periods = excluded.changed_periods
  `.execute(tx);
}

/** Stores the counts of the change, updates `has_policy` of its orgs, and writes one audit entry. */
async function finishChange(
  tx: Kysely<Database>,
  context: CallContext,
  id: string,
  details: AuditDetails,
): Promise<PolicyChange> {
  const change = await countChange(tx, context.client.id, id);
  const { orgCount, added, removed } = change;
  await context.audit(tx, { target: id, after: { ...details, orgs: orgCount, added, removed } });
  return change;
}

/** Stores the counts of the change, and updates `has_policy` of its orgs. */
export async function countChange(
  tx: Kysely<Database>,
  clientId: string,
  id: string,
): Promise<PolicyChange> {
  await sql`
    update policy_changes h set org_count = c.orgs, added_count = c.added, removed_count = c.removed
    from (
      select count(*) as orgs, coalesce(sum(cardinality(added)), 0) as added,
        coalesce(sum(cardinality(removed)), 0) as removed
      from policy_change_orgs where client_id = ${clientId} and change_id = ${id}
    ) c
    where h.client_id = ${clientId} and h.id = ${id}
  `.execute(tx);
  await sql`
    update orgs o set has_policy = p.has_policy
    from (
      select c.org_oid, exists (
        select from inducements i where i.client_id = ${clientId} and i.org_oid = c.org_oid
      ) as has_policy
      from policy_change_orgs c where c.client_id = ${clientId} and c.change_id = ${id}
    ) p
    where o.client_id = ${clientId} and o.oid = p.org_oid and o.has_policy <> p.has_policy
  `.execute(tx);
  const change = await findChange(tx, clientId, id);
  if (!change) throw new Error(`The change ${id} is gone`);
  return change;
}

/** Changes of a tree of groups: checked as a whole, then written with history, counts and names. */
import { randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { GroupChange, OrgChangeKind } from "#events/entities/grouping.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeForFilter } from "#events/rules/filterText.ts";
import type { Message } from "#events/kernel/message.ts";
import { message } from "#events/messages/message.ts";
import { findTreeProblem, groupsAbove, MAX_GROUP_DEPTH } from "#events/rules/orgTree.ts";
import { noteMemberships } from "../../access/memberships.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { dropReports } from "../../mining/queries.ts";
import { deleteOrgNames, writeOrgNames } from "../../names/commands.ts";
import { ApiError } from "../../plugins/errors.ts";
import { recordPeople } from "../../policyChanges/changedPeople.ts";
import { recordChange } from "../../policyChanges/history.ts";
import { loadGroupParents } from "./queries.ts";

/** Name and place of an org. */
export interface OrgPlace {
  readonly name: string;
  readonly parentOid: string;
}

/** Created without `before`, deleted without `after`. */
export interface OrgStep {
  readonly oid: string;
  readonly isGroup: boolean;
  readonly before: OrgPlace | null;
  readonly after: OrgPlace | null;
}

export interface TreePlan {
  readonly orgType: OrgType;
  readonly rootOid: string;
  readonly steps: readonly OrgStep[];
  readonly change: OrgChangeKind;
  readonly group: { readonly oid: string; readonly displayName: string } | null;
  readonly formerName: string | null;
  readonly undoes?: string;
  /** Changes of policies that an undo made. */
  readonly policyChanges?: readonly string[];
}

const conflict = (reason: Message) => new ApiError("ECONFLICT", reason);

const kindOf = ({ before, after }: OrgStep): OrgChangeKind =>
  before === null ? "ADD" : after === null ? "DELETE" : "REPLACE";

/**
 * Checks and writes a plan. The transaction holds the lock "policies", so that no other change of groups or of many
 * policies happens meanwhile.
 *
 * @throws ApiError ECONFLICT for a cycle, too deep a tree, a name that stands twice below one parent, a deleted group
 *   that holds other orgs or has members, and a parent that is no group.
 */
export async function applyPlan(
  tx: Transaction<Database>,
  context: CallContext,
  plan: TreePlan,
): Promise<GroupChange> {
  const clientId = context.client.id;
  const before = await loadGroupParents(tx, clientId, plan.orgType);
  const after = new Map(before);
  for (const { oid, isGroup, after: place } of plan.steps) {
    if (place === null) after.delete(oid);
    else if (isGroup) after.set(oid, place.parentOid);
  }
  checkTree(plan, after);
  await checkNames(tx, clientId, plan);
  await checkDeleted(tx, clientId, plan);

  const policyChanges = [...(plan.policyChanges ?? [])];
  for (const step of plan.steps.filter(({ after: place }) => place === null)) {
    const removed = await dropPolicy(tx, context, step.oid);
    if (removed !== null) policyChanges.push(removed);
  }
  const id = randomUUID();
  await writeSteps(tx, clientId, plan);
  const change = await recordPlan(tx, context, plan, { id, policyChanges });
  await recount(tx, clientId, plan, before, after);
  await noteMemberships(tx, clientId);
  return change;
}

function nameOf(plan: TreePlan, oid: string): string {
  const step = plan.steps.find((one) => one.oid === oid);
  return (step?.after ?? step?.before)?.name ?? plan.group?.displayName ?? oid;
}

function checkTree(plan: TreePlan, parents: ReadonlyMap<string, string | null>): void {
  for (const { after } of plan.steps) {
    if (after === null || after.parentOid === plan.rootOid || parents.has(after.parentOid))
      continue;
    throw conflict(message("orgs.notAGroup", { name: nameOf(plan, after.parentOid) }));
  }
  const problem = findTreeProblem(parents);
  if (problem?.kind === "cycle") {
    const moved = plan.steps.find(
      ({ oid, after }) => after && groupsAbove(parents, after.parentOid).includes(oid),
    );
    throw conflict(message("orgs.cycle", { name: nameOf(plan, moved?.oid ?? problem.oid) }));
  }
  if (problem) throw conflict(message("orgs.tooDeep", { max: MAX_GROUP_DEPTH }));
}

/** Names are compared without case. */
async function checkNames(
  tx: Transaction<Database>,
  clientId: string,
  { steps, rootOid }: TreePlan,
): Promise<void> {
  const placed = steps.flatMap(({ oid, before, after }) =>
    after && (after.parentOid !== before?.parentOid || after.name !== before.name)
      ? [{ oid, ...after }]
      : [],
  );
  if (placed.length === 0) return;
  const { rows } = await sql<{ name: string; parent_oid: string; parent: string }>`
    with placed as materialized (
      select * from unnest(
        ${toUuids(placed.map(({ oid }) => oid))},
        ${toUuids(placed.map(({ parentOid }) => parentOid))},
        ${placed.map(({ name }) => name)}::text[],
        ${placed.map(({ name }) => normalizeForFilter(name))}::text[]
      ) as p (oid, parent_oid, name, search_key)
    ), twice as (
      select min(name) as name, parent_oid from placed
      group by parent_oid, lower(name) having count(*) > 1
      union all
      select p.name, p.parent_oid from placed p
      join orgs o on o.client_id = ${clientId} and o.search_key = p.search_key
        and o.parent_oid = p.parent_oid and lower(o.display_name) = lower(p.name)
      where o.oid <> all(${toUuids(steps.map(({ oid }) => oid))})
    )
    select t.name, t.parent_oid, coalesce(o.display_name, '') as parent
    from twice t left join orgs o on o.client_id = ${clientId} and o.oid = t.parent_oid
    order by t.name limit 1
  `.execute(tx);
  const [twice] = rows;
  if (!twice) return;
  if (twice.parent_oid === rootOid)
    throw conflict(message("orgs.duplicateNameOnTop", { name: twice.name }));
  const planned = steps.find(({ oid }) => oid === twice.parent_oid)?.after?.name;
  throw conflict(
    message("orgs.duplicateName", { name: twice.name, parent: planned ?? twice.parent }),
  );
}

async function checkDeleted(
  tx: Transaction<Database>,
  clientId: string,
  plan: TreePlan,
): Promise<void> {
  const deleted = plan.steps.filter(({ after }) => after === null).map(({ oid }) => oid);
  if (deleted.length === 0) return;
  const { rows } = await sql<{
    name: string;
    reason: "orgs.groupNotEmpty" | "orgs.groupHasMembers";
  }>`
    select o.display_name as name, 'orgs.groupHasMembers' as reason from orgs o
    where o.client_id = ${clientId} and o.oid = any(${toUuids(deleted)}) and exists (
      select from identity_orgs m where m.client_id = o.client_id and m.org_oid = o.oid)
    union all
    select o.display_name, 'orgs.groupNotEmpty' from orgs o
    where o.client_id = ${clientId} and o.oid = any(${toUuids(deleted)}) and exists (
      select from orgs c where c.client_id = o.client_id and c.parent_oid = o.oid
        and c.oid <> all(${toUuids(plan.steps.map(({ oid }) => oid))}))
    limit 1
  `.execute(tx);
  const [found] = rows;
  if (found) throw conflict(message(found.reason, { name: found.name }));
}

/**
 * Removes the whole policy of an org, and records who loses access by that. Orgs below it have not moved yet.
 *
 * @returns the change of policies; null if there was no policy
 */
async function dropPolicy(
  tx: Transaction<Database>,
  context: CallContext,
  orgOid: string,
): Promise<string | null> {
  const rows = await tx
    .deleteFrom("inducements")
    .where("client_id", "=", context.client.id)
    .where("org_oid", "=", orgOid)
    .returning(["role_oid", "valid_from", "valid_until"])
    .execute();
  if (rows.length === 0) return null;
  const removed = rows.toSorted((a, b) => (a.role_oid < b.role_oid ? -1 : 1));
  const id = await recordChange(tx, context, { kind: "remove", orgOid, added: [], removed });
  await recordPeople(tx, context, id);
  return id;
}

async function writeSteps(
  tx: Transaction<Database>,
  clientId: string,
  { orgType, steps }: TreePlan,
): Promise<void> {
  const deleted = steps.filter(({ after }) => after === null).map(({ oid }) => oid);
  if (deleted.length > 0) {
    await sql`delete from orgs where client_id = ${clientId} and oid = any(${toUuids(deleted)})`.execute(
      tx,
    );
    await deleteOrgNames(tx, clientId, deleted);
  }
  const created = steps.filter(({ before }) => before === null);
  if (created.length > 0) {
    await sql`
      insert into orgs (client_id, oid, type, name, display_name, parent_oid, search_key, is_group, version)
      select ${clientId}::uuid, n.oid, ${orgType}, n.name, n.name, n.parent_oid, n.search_key, true,
        coalesce((select max(version_after) from group_change_orgs h
          where h.client_id = ${clientId} and h.org_oid = n.oid), 0) + 1
      from unnest(
        ${toUuids(created.map(({ oid }) => oid))},
        ${created.map(({ after }) => after?.name ?? "")}::text[],
        ${toUuids(created.map(({ after }) => after?.parentOid ?? ""))},
        ${created.map(({ after }) => normalizeForFilter(after?.name ?? ""))}::text[]
      ) as n (oid, name, parent_oid, search_key)
    `.execute(tx);
  }
  const moved = steps.filter(
    ({ before, after }) => before && after && before.parentOid !== after.parentOid,
  );
  if (moved.length > 0) {
    await sql`
      update orgs o set parent_oid = n.parent_oid, version = o.version + 1
      from unnest(
        ${toUuids(moved.map(({ oid }) => oid))},
        ${toUuids(moved.map(({ after }) => after?.parentOid ?? ""))}
      ) as n (oid, parent_oid)
      where o.client_id = ${clientId} and o.oid = n.oid
    `.execute(tx);
  }
  const renamed = steps.filter(
    ({ before, after }) => before && after && before.name !== after.name,
  );
  for (const { oid, after } of renamed) {
    const name = after?.name ?? "";
    // Imports find an org with members by its name, which therefore stays.
    await sql`
      update orgs o set display_name = ${name}, search_key = ${normalizeForFilter(name)},
        version = o.version + 1,
        name = case when exists (
          select from identity_orgs m where m.client_id = o.client_id and m.org_oid = o.oid)
          then o.name else ${name} end
      where o.client_id = ${clientId} and o.oid = ${oid}
    `.execute(tx);
  }
  const named = [...created, ...renamed].map(({ oid }) => oid);
  if (named.length > 0) await writeOrgNames(tx, clientId, named);
}

async function recordPlan(
  tx: Transaction<Database>,
  context: CallContext,
  plan: TreePlan,
  { id, policyChanges }: { readonly id: string; readonly policyChanges: string[] },
): Promise<GroupChange> {
  const { client, user, at } = context;
  const { steps, group, formerName, undoes = null } = plan;
  const moved = steps.filter(
    ({ before, after }) => before && after && before.parentOid !== after.parentOid,
  ).length;
  const created = steps.filter(({ before }) => before === null).length;
  await tx
    .insertInto("group_changes")
    .values({
      client_id: client.id,
      id,
      no: sql<number>`(
        select coalesce(max(no), 0) + 1 from group_changes
        where client_id = ${client.id} and org_type = ${plan.orgType})`,
      at,
      actor_id: user.id,
      actor: user.username,
      org_type: plan.orgType,
      change: plan.change,
      group_oid: group?.oid ?? null,
      group_name: group?.displayName ?? null,
      former_name: formerName,
      created,
      moved,
      policy_changes: policyChanges,
      undoes,
      undone_by: null,
    })
    .execute();
  await sql`
    insert into group_change_orgs (client_id, change_id, org_oid, change, name_before, parent_before,
      name_after, parent_after, version_after)
    select ${client.id}::uuid, ${id}::uuid, n.oid, n.change, n.name_before, n.parent_before,
      n.name_after, n.parent_after,
      coalesce(o.version, (select max(h.version_after) from group_change_orgs h
        where h.client_id = ${client.id} and h.org_oid = n.oid), 1)
    from unnest(
      ${toUuids(steps.map(({ oid }) => oid))},
      ${steps.map(kindOf)}::text[],
      ${steps.map(({ before }) => before?.name ?? null)}::text[],
      ${steps.map(({ before }) => before?.parentOid ?? null)}::uuid[],
      ${steps.map(({ after }) => after?.name ?? null)}::text[],
      ${steps.map(({ after }) => after?.parentOid ?? null)}::uuid[]
    ) as n (oid, change, name_before, parent_before, name_after, parent_after)
    left join orgs o on o.client_id = ${client.id} and o.oid = n.oid
  `.execute(tx);
  if (undoes !== null) {
    await tx
      .updateTable("group_changes")
      .set({ undone_by: id })
      .where("client_id", "=", client.id)
      .where("id", "=", undoes)
      .execute();
  }
  await context.audit(tx, auditOf(plan, moved));
  return {
    id,
    at: at.toISOString(),
    actor: user.username,
    orgType: plan.orgType,
    change: plan.change,
    group,
    formerName,
    created,
    moved,
    undoes,
    undoneBy: null,
  };
}

/** Maximum moved orgs that an audit entry names. The history of changes has all. */
const MAX_AUDITED = 100;

function auditOf({ steps, group, rootOid, change, undoes }: TreePlan, moved: number) {
  const movedSteps = steps.filter(
    ({ before, after }) => before && after && before.parentOid !== after.parentOid,
  );
  const own = steps.find(({ oid }) => oid === group?.oid);
  const shown = movedSteps.slice(0, MAX_AUDITED);
  const placesOf = (side: "before" | "after") => ({
    ...(own?.[side] && { name: own[side].name, parent: own[side].parentOid }),
    ...(shown.length > 0 && {
      orgs: shown.map((step) => `${step[side]?.name ?? ""} in ${step[side]?.parentOid ?? ""}`),
    }),
  });
  return {
    target: group?.oid ?? rootOid,
    before: placesOf("before"),
    after: { change, moved, ...(undoes !== undefined && { undoes }), ...placesOf("after") },
  };
}

/** Counts the members of all groups above changed orgs, before and after, and drops their mining reports. */
async function recount(
  tx: Transaction<Database>,
  clientId: string,
  { steps }: TreePlan,
  before: ReadonlyMap<string, string | null>,
  after: ReadonlyMap<string, string | null>,
): Promise<void> {
  const parents = (side: "before" | "after") => [
    ...new Set(
      steps.flatMap((step) =>
        step.before?.parentOid === step.after?.parentOid ? [] : (step[side]?.parentOid ?? []),
      ),
    ),
  ];
  const groups = [
    ...new Set([
      ...parents("before").flatMap((oid) => groupsAbove(before, oid)),
      ...parents("after").flatMap((oid) => groupsAbove(after, oid)),
      ...steps.flatMap(({ oid, before: old, isGroup }) => (old === null && isGroup ? [oid] : [])),
    ]),
  ];
  if (groups.length === 0) return;
  await sql`
    with recursive tree (top, oid) as (
      select o.oid, o.oid from orgs o where o.client_id = ${clientId} and o.oid = any(${toUuids(groups)})
      union all
      select tree.top, c.oid from tree
      join orgs c on c.client_id = ${clientId} and c.parent_oid = tree.oid
    ), counted as materialized (
      select tree.top as oid, count(distinct m.identity_oid) as count from tree
      left join identity_orgs m on m.client_id = ${clientId} and m.org_oid = tree.oid
      group by tree.top
    )
    update orgs o set member_count = counted.count from counted
    where o.client_id = ${clientId} and o.oid = counted.oid and o.member_count <> counted.count
  `.execute(tx);
  await dropReports(tx, clientId, groups);
}

/** Undoes changes of groups. */
import { sql, type Transaction } from "kysely";
import type { GroupChange } from "#events/entities/grouping.ts";
import { message } from "#events/messages/message.ts";
import { AccessGraphs } from "../../access/loadGraph.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { toUuids } from "../../lists/sqlText.ts";
import { ApiError } from "../../plugins/errors.ts";
import { recordPeople } from "../../policyChanges/changedPeople.ts";
import { undoIn } from "../../policyChanges/undoChange.ts";
import { applyPlan, type OrgStep, type TreePlan } from "./plan.ts";
import { loadChange, requireRoot } from "./queries.ts";
import { changeTree } from "./storedOrgs.ts";

/**
 * Takes a change back: orgs return to their former names and places.
 *
 * @throws ApiError ECONFLICT if one of them was changed since.
 */
export async function undoGrouping(context: CallContext, changeId: string): Promise<GroupChange> {
  const clientId = context.client.id;
  return changeTree(context, async (tx) => {
    const change = await loadChange(tx, clientId, changeId);
    if (change.undoneBy) throw new ApiError("ECONFLICT", message("policies.alreadyUndone"));
    const rootOid = await requireRoot(tx, clientId, change.orgType);
    const steps = await undoSteps(tx, clientId, changeId);
    const undoes = { ADD: "DELETE", REPLACE: "REPLACE", DELETE: "ADD" } as const;
    const plan: TreePlan = {
      orgType: change.orgType,
      rootOid,
      steps,
      change: undoes[change.change],
      group: change.group,
      formerName: null,
      undoes: changeId,
    };
    const made = await applyPlan(tx, context, plan);
    // Graphs of a tree that is not committed must not stay in the cache.
    const app = { accessGraphs: new AccessGraphs() };
    const restored: string[] = [];
    for (const policyChange of change.policyChanges) {
      const { id } = await undoIn(tx, context, policyChange);
      await recordPeople(tx, { ...context, app }, id);
      restored.push(id);
    }
    if (restored.length > 0) {
      await sql`
        update group_changes set policy_changes = policy_changes || ${toUuids(restored)}
        where client_id = ${clientId} and id = ${made.id}
      `.execute(tx);
    }
    return made;
  });
}

/** The opposite of each step of a change, if every org is still as the change left it. */
async function undoSteps(
  tx: Transaction<Database>,
  clientId: string,
  changeId: string,
): Promise<readonly OrgStep[]> {
  const { rows } = await sql<{
    oid: string;
    isGroup: boolean;
    nameBefore: string | null;
    parentBefore: string | null;
    nameAfter: string | null;
    parentAfter: string | null;
    isCurrent: boolean;
  }>`
    select h.org_oid as oid, coalesce(o.is_group, true) as "isGroup",
      h.name_before as "nameBefore", h.parent_before as "parentBefore",
      h.name_after as "nameAfter", h.parent_after as "parentAfter",
      case when h.change = 'DELETE' then o.oid is null
        else o.version is not distinct from h.version_after end as "isCurrent"
    from group_change_orgs h
    left join orgs o on o.client_id = h.client_id and o.oid = h.org_oid
    where h.client_id = ${clientId} and h.change_id = ${changeId}
  `.execute(tx);
  const place = (name: string | null, parentOid: string | null) =>
    name === null || parentOid === null ? null : { name, parentOid };
  return rows.map((row) => {
    if (!row.isCurrent) {
      const name = row.nameAfter ?? row.nameBefore ?? "";
      throw new ApiError("ECONFLICT", message("orgs.changedSince", { name }));
    }
    return {
      oid: row.oid,
      isGroup: row.isGroup,
      before: place(row.nameAfter, row.parentAfter),
      after: place(row.nameBefore, row.parentBefore),
    };
  });
}

/** Changes of groups: each is decided and written in one transaction. */
import { randomUUID } from "node:crypto";
import type { Transaction } from "kysely";
import type { Static } from "typebox";
import type { acceptSuggestions, deleteGroup, updateGroup } from "#events/calls/groupings.ts";
import type { GroupChange, LooseChoice, OrgVersion } from "#events/entities/grouping.ts";
import type { JsonPatch } from "#events/entities/jsonPatch.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { TEXT_MAX_LENGTH } from "#events/entities/limits.ts";
import { message } from "#events/messages/message.ts";
import { isUuid } from "#events/rules/uuid.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { applyJsonPatch } from "../../plugins/jsonPatch.ts";
import { ApiError, invalid } from "../../plugins/errors.ts";
import { applyPlan, type OrgStep, type TreePlan } from "./plan.ts";
import { requireRoot, selectLoose } from "./queries.ts";
import {
  changeTree,
  loadChildren,
  loadStored,
  requireStored,
  requireVersion,
  type StoredOrg,
} from "./storedOrgs.ts";

type GroupUpdate = Static<(typeof updateGroup)["schema"]["body"]>;
type GroupAcceptance = Static<(typeof acceptSuggestions)["schema"]["body"]>;
type GroupDeletion = Static<(typeof deleteGroup)["schema"]["body"]>;

/** @throws ApiError EINVALID for an empty or too long name. */
function readName(text: string, path: string): string {
  const name = text.trim();
  if (name === "") throw invalid(path, message("fields.empty"));
  if (name.length > TEXT_MAX_LENGTH)
    throw invalid(path, message("values.tooLong", { max: TEXT_MAX_LENGTH }));
  return name;
}

/** Creates or changes a group, and moves orgs into and out of it. */
export async function saveGroup(context: CallContext, update: GroupUpdate): Promise<GroupChange> {
  const clientId = context.client.id;
  return changeTree(context, async (tx) => {
    const existing =
      update.org.oid === undefined
        ? null
        : await requireStored(tx, clientId, update.org.oid.toLowerCase());
    const orgType = existing?.type ?? update.org.orgType;
    if (orgType === undefined) throw invalid("/body/org/orgType", message("values.required"));
    const rootOid = await requireRoot(tx, clientId, orgType);
    const group = existing
      ? changedGroup(existing, update.org, rootOid)
      : newGroup(update.org, rootOid);
    const outside = group.after?.parentOid ?? rootOid;
    const moved = [
      ...(await movedSteps(tx, clientId, { orgType, rootOid }, update, group.oid)),
      ...(await releasedSteps(tx, clientId, group, update.toDelete, outside)),
    ];
    const isChanged = JSON.stringify(group.before) !== JSON.stringify(group.after);
    const formerName =
      group.before && group.after && group.before.name !== group.after.name
        ? group.before.name
        : null;
    return applyPlan(tx, context, {
      orgType,
      rootOid,
      steps: [...(isChanged ? [group] : []), ...moved],
      change: existing ? "REPLACE" : "ADD",
      group:
        group.oid === rootOid ? null : { oid: group.oid, displayName: group.after?.name ?? "" },
      formerName,
    });
  });
}

function newGroup(
  { displayName = "", parentOid }: GroupUpdate["org"],
  rootOid: string,
  path = "/body/org/displayName",
): OrgStep {
  const name = readName(displayName, path);
  const after = { name, parentOid: parentOid?.toLowerCase() ?? rootOid };
  return { oid: randomUUID(), isGroup: true, before: null, after };
}

/** The group as the request changes it; for the root, which stays as it is, a step that changes nothing. */
function changedGroup(
  existing: StoredOrg,
  { displayName, parentOid, version }: GroupUpdate["org"],
  rootOid: string,
): OrgStep {
  const isRoot = existing.oid === rootOid;
  if (!isRoot && !existing.isGroup) {
    throw new ApiError("ECONFLICT", message("orgs.notAGroup", { name: existing.name }));
  }
  const before = { name: existing.name, parentOid: existing.parentOid ?? rootOid };
  const after = {
    name: displayName === undefined ? before.name : readName(displayName, "/body/org/displayName"),
    parentOid: parentOid?.toLowerCase() ?? before.parentOid,
  };
  if (before.name !== after.name || before.parentOid !== after.parentOid) {
    if (isRoot) throw new ApiError("ECONFLICT", message("orgs.rootFixed"));
    requireVersion(existing, version);
  }
  return { oid: existing.oid, isGroup: existing.isGroup, before, after };
}

interface Tree {
  readonly orgType: OrgType;
  readonly rootOid: string;
}

async function movedSteps(
  tx: Transaction<Database>,
  clientId: string,
  { orgType, rootOid }: Tree,
  { ids, all }: Pick<GroupUpdate, "ids" | "all">,
  targetOid: string,
): Promise<readonly OrgStep[]> {
  const chosen = all ? await selectChosen(tx, clientId, { orgType, rootOid }, all) : [];
  const named = withoutRepeats([...ids, ...chosen]);
  const stored = await loadStored(
    tx,
    clientId,
    named.map(({ oid }) => oid),
  );
  return named.flatMap(({ oid, version }) => {
    const org = stored.get(oid);
    if (!org) throw new ApiError("ENOTFOUND", message("orgs.unknown", { id: oid }));
    requireVersion(org, version);
    if (org.parentOid === null) throw new ApiError("ECONFLICT", message("orgs.rootFixed"));
    if (org.type !== orgType) {
      throw new ApiError("ECONFLICT", message("orgs.otherType", { name: org.name }));
    }
    return stepTo(org, org.parentOid, targetOid);
  });
}

export function selectChosen(
  tx: Transaction<Database> | CallContext["db"],
  clientId: string,
  { orgType, rootOid }: Tree,
  { list, contains, except }: LooseChoice,
) {
  return selectLoose(tx, { clientId, orgType, rootOid, list, contains }, except);
}

function withoutRepeats(orgs: readonly OrgVersion[]): readonly OrgVersion[] {
  const lowerCase = orgs.map(({ oid, version }) => ({ oid: oid.toLowerCase(), version }));
  return [...new Map(lowerCase.map((org) => [org.oid, org])).values()];
}

async function releasedSteps(
  tx: Transaction<Database>,
  clientId: string,
  group: OrgStep,
  toDelete: readonly OrgVersion[],
  targetOid: string,
): Promise<readonly OrgStep[]> {
  const named = withoutRepeats(toDelete);
  const stored = await loadStored(
    tx,
    clientId,
    named.map(({ oid }) => oid),
  );
  return named.flatMap(({ oid, version }) => {
    const org = stored.get(oid);
    if (!org) throw new ApiError("ENOTFOUND", message("orgs.unknown", { id: oid }));
    requireVersion(org, version);
    if (org.parentOid !== group.oid) {
      throw new ApiError("ECONFLICT", message("orgs.notInGroup", { name: org.name }));
    }
    return stepTo(org, org.parentOid, targetOid);
  });
}

/** Nothing for an org that is there already. */
function stepTo(org: StoredOrg, from: string, to: string): OrgStep[] {
  if (from === to) return [];
  const { oid, isGroup, name } = org;
  return [{ oid, isGroup, before: { name, parentOid: from }, after: { name, parentOid: to } }];
}

/** Creates suggested groups, or moves orgs into existing ones, in one change. */
export async function createGroups(
  context: CallContext,
  { orgType, groups }: GroupAcceptance,
): Promise<GroupChange> {
  const clientId = context.client.id;
  return changeTree(context, async (tx) => {
    const rootOid = await requireRoot(tx, clientId, orgType);
    const steps: OrgStep[] = [];
    let last: TreePlan["group"] = null;
    for (const [at, { name, groupOid, ids }] of groups.entries()) {
      const known = groupOid && (await requireStored(tx, clientId, groupOid.toLowerCase()));
      const created = known
        ? null
        : newGroup({ displayName: name }, rootOid, `/body/groups/${at}/name`);
      if (created) steps.push(created);
      const oid = created?.oid ?? (known ? known.oid : rootOid);
      last = { oid, displayName: created?.after?.name ?? (known ? known.name : name) };
      steps.push(...(await movedSteps(tx, clientId, { orgType, rootOid }, { ids }, oid)));
    }
    requireOnce(steps);
    return applyPlan(tx, context, {
      orgType,
      rootOid,
      steps,
      change: "ADD",
      group: groups.length === 1 ? last : null,
      formerName: null,
    });
  });
}

/** @throws ApiError EINVALID if an org would go to two groups. */
function requireOnce(steps: readonly OrgStep[]): void {
  const seen = new Set<string>();
  for (const { oid } of steps) {
    if (seen.has(oid)) throw invalid("/body/groups", message("values.notPossible"));
    seen.add(oid);
  }
}

/** Renames or moves one org by a patch of its name, parent and version. */
export async function changeOrg(
  context: CallContext,
  oid: string,
  patch: JsonPatch,
): Promise<GroupChange> {
  const clientId = context.client.id;
  return changeTree(context, async (tx) => {
    const org = await requireStored(tx, clientId, oid);
    const rootOid = await requireRoot(tx, clientId, org.type);
    if (org.parentOid === null) throw new ApiError("ECONFLICT", message("orgs.rootFixed"));
    const document = { displayName: org.name, parentOid: org.parentOid, version: org.version };
    const { displayName, parentOid, version } = applyJsonPatch(document, patch);
    if (typeof displayName !== "string") {
      throw invalid("/body/displayName", message("values.required"));
    }
    if (typeof parentOid !== "string" || !isUuid(parentOid)) {
      throw invalid("/body/parentOid", message("values.required"));
    }
    if (version !== org.version) throw invalid("/body/version", message("values.notPossible"));
    const before = { name: org.name, parentOid: org.parentOid };
    const after = {
      name: readName(displayName, "/body/displayName"),
      parentOid: parentOid.toLowerCase(),
    };
    const isRenamed = before.name !== after.name;
    if (isRenamed && !org.isGroup) {
      throw new ApiError("ECONFLICT", message("orgs.notAGroup", { name: org.name }));
    }
    const isMoved = before.parentOid !== after.parentOid;
    const target = isMoved && after.parentOid !== rootOid ? after.parentOid : null;
    const group =
      target === null || isRenamed
        ? { oid, displayName: after.name }
        : { oid: target, displayName: (await requireStored(tx, clientId, target)).name };
    return applyPlan(tx, context, {
      orgType: org.type,
      rootOid,
      steps: isRenamed || isMoved ? [{ oid, isGroup: org.isGroup, before, after }] : [],
      change: "REPLACE",
      group: isMoved && !isRenamed && target === null ? null : group,
      formerName: isRenamed ? before.name : null,
    });
  });
}

/** Deletes a group with its policy, and moves its orgs to another parent. */
export async function dropGroup(
  context: CallContext,
  { org: { oid: targetOid }, oidToDelete, version }: GroupDeletion,
): Promise<GroupChange> {
  const clientId = context.client.id;
  return changeTree(context, async (tx) => {
    const group = await requireStored(tx, clientId, oidToDelete.toLowerCase());
    const rootOid = await requireRoot(tx, clientId, group.type);
    if (group.parentOid === null) throw new ApiError("ECONFLICT", message("orgs.rootFixed"));
    if (!group.isGroup) {
      throw new ApiError("ECONFLICT", message("orgs.notAGroup", { name: group.name }));
    }
    requireVersion(group, version);
    const target = await requireStored(tx, clientId, targetOid.toLowerCase());
    const children = await loadChildren(tx, clientId, group.oid);
    const { oid, name, parentOid } = group;
    return applyPlan(tx, context, {
      orgType: group.type,
      rootOid,
      steps: [
        { oid, isGroup: true, before: { name, parentOid }, after: null },
        ...children.flatMap((child) => stepTo(child, oid, target.oid)),
      ],
      change: "DELETE",
      group: { oid, displayName: name },
      formerName: null,
    });
  });
}

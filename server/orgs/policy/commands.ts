/** Changing an org's policy: adding and removing entitlements. */
import type { Kysely } from "kysely";
import type { Org } from "#events/entities/org.ts";
import { message } from "#events/messages/message.ts";
import { policyResources } from "#events/rules/permissions.ts";
import type { CallContext } from "../../callContext.ts";
import { shareLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { invalid, notFound } from "../../plugins/errors.ts";
import { recordPeople } from "../../policyChanges/changedPeople.ts";
import { recordChange } from "../../policyChanges/history.ts";
import { loadOrg } from "../queries.ts";
import { addInducements, removeInducement, removeRoles } from "./inducements.ts";
import type { PreparedChange } from "./preparedChange.ts";
import { countInducements, findUnknownRole, lockOrg, type PolicyScope } from "./queries.ts";

/** The report that a change was taken from. */
interface Report {
  /** Percent. */
  readonly threshold?: number | null;
  /** The resource of a report about one resource. */
  readonly resourceId?: string | null;
}

/**
 * Adds entitlements that the policy does not grant now, and removes those that it grants now.
 *
 * @throws ApiError ENOTFOUND for the org, EINVALID for an unknown oid.
 */
export async function changePolicy(
  context: CallContext,
  orgOid: string,
  change: PreparedChange,
  { threshold = null, resourceId = null }: Report,
): Promise<Org> {
  const { client, db } = context;
  // Checked before the transaction, so that refusing a long list holds no locks.
  const scope = { clientId: client.id, orgOid, resourceIds: policyResources(context.user) };
  await requireKnownRoles(db, scope, change);
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const additions = await addInducements(tx, scope, change.add, context.at);
    if (!additions) {
      await requireKnownRoles(tx, scope, change);
      throw new Error("An entitlement was gone and is there again");
    }
    const { added, replaced } = additions;
    const removed = await removeRoles(tx, scope, change.remove, context.at);
    if (added.length + removed.length > 0) {
      const id = await recordChange(tx, context, {
        kind: "apply",
        orgOid,
        added,
        replaced,
        removed,
        threshold,
        resourceId,
      });
      await recordPeople(tx, context, id);
      await context.audit(tx, {
        target: orgOid,
        before: {
          inducementCount: before,
          ...(removed.length > 0 && { removed: removed.map(({ role_oid }) => role_oid) }),
        },
        after: {
          inducementCount: before + added.length - replaced.length - removed.length,
          ...(added.length > 0 && { added }),
        },
      });
    }
    return loadOrg(tx, client.id, orgOid);
  });
}

/** @throws ApiError ENOTFOUND for the org or the inducement. */
export async function removeFromPolicy(
  context: CallContext,
  orgOid: string,
  inducementId: string,
): Promise<Org> {
  const { client, db } = context;
  const scope = { clientId: client.id, orgOid, resourceIds: policyResources(context.user) };
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const removed = await removeInducement(tx, scope, inducementId);
    if (!removed) throw notFound("policies.entitlementNotFound");
    const id = await recordChange(tx, context, {
      kind: "remove",
      orgOid,
      resourceId: removed.resource_id,
      added: [],
      removed: [removed],
    });
    await recordPeople(tx, context, id);
    await context.audit(tx, {
      target: orgOid,
      before: { inducementCount: before, removed: [removed.role_oid] },
      after: { inducementCount: before - 1 },
    });
    return loadOrg(tx, client.id, orgOid);
  });
}

/** @throws ApiError EINVALID that names the first role oid that no entitlement of those resources has. */
async function requireKnownRoles(
  db: Kysely<Database>,
  scope: PolicyScope,
  { add, places, path }: PreparedChange,
): Promise<void> {
  const unknown = await findUnknownRole(db, scope, add);
  if (!unknown) return;
  const { at, oid } = unknown;
  throw invalid(`${path}/${places[at]}`, message("policies.unknownEntitlement", { id: oid }));
}

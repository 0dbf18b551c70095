/** Changing an org's policy: adding and removing entitlements. */
import type { Kysely } from "kysely";
import type { PolicyChange } from "#events/calls/orgs.ts";
import type { Org } from "#events/entities/org.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import { shareLock } from "../../db/advisoryLocks.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { invalid, notFound } from "../../plugins/errors.ts";
import { recordChange } from "../../policyChanges/history.ts";
import { loadOrg } from "../queries.ts";
import {
  addInducements,
  countInducements,
  findUnknownRole,
  lockOrg,
  removeInducement,
  removeRoles,
} from "./queries.ts";

/** The report that a change was taken from. */
interface Report {
  /** Percent. */
  readonly threshold?: number | null;
  /** The resource of a report about one resource. */
  readonly resourceId?: string | null;
}

/**
 * Adds missing entitlements to the policy, and removes existing ones.
 *
 * @throws ApiError ENOTFOUND for the org, EINVALID for an unknown oid.
 */
export async function changePolicy(
  context: CallContext,
  orgOid: string,
  change: PolicyChange,
  { threshold = null, resourceId = null }: Report,
): Promise<Org> {
  const { client, db } = context;
  const { add, remove } = "add" in change ? change : { add: change, remove: [] };
  const list = { oids: add, path: "add" in change ? "/body/add" : "/body" };
  const kept = new Set(add.map((roleOid) => roleOid.toLowerCase()));
  const roleOids = [...kept];
  const unwanted = [...new Set(remove.map((roleOid) => roleOid.toLowerCase()))].filter(
    (roleOid) => !kept.has(roleOid),
  );
  // Checked before the transaction, so that refusing a long list holds no locks.
  await requireKnownRoles(db, client.id, roleOids, list);
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const added = await addInducements(tx, client.id, orgOid, roleOids, context.at);
    if (!added) {
      await requireKnownRoles(tx, client.id, roleOids, list);
      throw new Error("An entitlement was gone and is there again");
    }
    const removed = await removeRoles(tx, client.id, orgOid, unwanted);
    if (added.length + removed.length > 0) {
      await recordChange(tx, context, {
        kind: "apply",
        orgOid,
        added,
        removed,
        threshold,
        resourceId,
      });
      await context.audit(tx, {
        target: orgOid,
        before: { inducementCount: before, ...(removed.length > 0 && { removed }) },
        after: {
          inducementCount: before + added.length - removed.length,
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
  return inTransaction(db, async (tx) => {
    await shareLock(tx, "policies");
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const removed = await removeInducement(tx, client.id, orgOid, inducementId);
    if (!removed) throw notFound("policies.entitlementNotFound");
    await recordChange(tx, context, { kind: "remove", orgOid, added: [], removed: [removed] });
    await context.audit(tx, {
      target: orgOid,
      before: { inducementCount: before, removed: [removed] },
      after: { inducementCount: before - 1 },
    });
    return loadOrg(tx, client.id, orgOid);
  });
}

/** @throws ApiError EINVALID that names the first role oid without an entitlement in the client. */
async function requireKnownRoles(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
  { oids, path }: { readonly oids: readonly string[]; readonly path: string },
): Promise<void> {
  const unknown = await findUnknownRole(db, clientId, roleOids);
  if (!unknown) return;
  const index = oids.findIndex((roleOid) => roleOid.toLowerCase() === unknown);
  throw invalid(`${path}/${index}`, message("policies.unknownEntitlement", { id: unknown }));
}

/** Changing an org's policy: adding entitlements to it and taking one out. */
import type { Kysely } from "kysely";
import type { Org } from "#events/entities/org.ts";
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../../callContext.ts";
import type { Database } from "../../db/schema.ts";
import { inTransaction } from "../../db/transaction.ts";
import { invalid, notFound } from "../../plugins/errors.ts";
import { loadOrg } from "../queries.ts";
import {
  addInducements,
  countInducements,
  findUnknownRole,
  lockOrg,
  removeInducement,
} from "./queries.ts";

/**
 * Adds the entitlements that the policy lacks.
 *
 * @throws ApiError ENOTFOUND for the org, EINVALID for an oid that no entitlement has.
 */
export async function addToPolicy(
  context: CallContext,
  orgOid: string,
  list: readonly string[],
): Promise<Org> {
  const { client, db } = context;
  const roleOids = [...new Set(list.map((roleOid) => roleOid.toLowerCase()))];
  // Before the transaction, so that a long list that is refused keeps nobody waiting.
  await requireKnownRoles(db, client.id, roleOids, list);
  return inTransaction(db, async (tx) => {
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const added = await addInducements(tx, client.id, orgOid, roleOids, context.at);
    if (!added) {
      await requireKnownRoles(tx, client.id, roleOids, list);
      throw new Error("An entitlement was gone and is there again");
    }
    if (added.length > 0) {
      await context.audit(tx, {
        target: orgOid,
        before: { inducementCount: before },
        after: { inducementCount: before + added.length, added },
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
    if (!(await lockOrg(tx, client.id, orgOid))) throw notFound("orgs.notFound");
    const before = await countInducements(tx, client.id, orgOid);
    const removed = await removeInducement(tx, client.id, orgOid, inducementId);
    if (!removed) throw notFound("policies.entitlementNotFound");
    await context.audit(tx, {
      target: orgOid,
      before: { inducementCount: before, removed: [removed] },
      after: { inducementCount: before - 1 },
    });
    return loadOrg(tx, client.id, orgOid);
  });
}

/** @throws ApiError EINVALID that names the first role oid that no entitlement of the client has. */
async function requireKnownRoles(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
  list: readonly string[],
): Promise<void> {
  const unknown = await findUnknownRole(db, clientId, roleOids);
  if (!unknown) return;
  const index = list.findIndex((roleOid) => roleOid.toLowerCase() === unknown);
  throw invalid(`/body/${index}`, message("policies.unknownEntitlement", { id: unknown }));
}

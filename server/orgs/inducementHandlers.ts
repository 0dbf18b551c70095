/** Changing an org's policy: adding entitlements to it and taking one out. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import { deleteInducement, induce } from "#events/calls/orgs.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import type { Database } from "../db/schema.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { invalid, notFound } from "../plugins/errors.ts";
import {
  addInducements,
  countInducements,
  findUnknownRole,
  lockOrg,
  removeInducement,
} from "./inducementQueries.ts";
import { loadOrg } from "./orgHandlers.ts";

/** Room for as many oids as one request may have, each with its quotes and comma, in bytes. */
const MAX_LIST = 64 * 1024 * 1024;

export function mountInducementCalls(app: FastifyInstance): void {
  const { db, now } = app.services;

  mountCall(
    app,
    induce,
    async ({ params: { oid }, body }, { client, user }) => {
      const roleOids = [...new Set(body.map((roleOid) => roleOid.toLowerCase()))];
      // Before the transaction, so that a long list that is refused keeps nobody waiting.
      await requireKnownRoles(db, client.id, roleOids, body);
      const at = now();
      const org = await inTransaction(db, async (tx) => {
        if (!(await lockOrg(tx, client.id, oid))) throw notFound("orgs.notFound");
        const before = await countInducements(tx, client.id, oid);
        const added = await addInducements(tx, client.id, oid, roleOids, at);
        if (!added) {
          await requireKnownRoles(tx, client.id, roleOids, body);
          throw new Error("An entitlement was gone and is there again");
        }
        if (added.length > 0) {
          await recordAudit(tx, {
            at,
            actor: user,
            clientId: client.id,
            call: induce.name,
            target: oid,
            before: { inducementCount: before },
            after: { inducementCount: before + added.length, added },
          });
        }
        return loadOrg(tx, client.id, oid);
      });
      return { status: 200, body: org };
    },
    { bodyLimit: MAX_LIST },
  );

  mountCall(app, deleteInducement, async ({ params }, { client, user }) => {
    const { oid, inducementId } = params;
    const at = now();
    const org = await inTransaction(db, async (tx) => {
      if (!(await lockOrg(tx, client.id, oid))) throw notFound("orgs.notFound");
      const before = await countInducements(tx, client.id, oid);
      const removed = await removeInducement(tx, client.id, oid, inducementId);
      if (!removed) throw notFound("policies.entitlementNotFound");
      await recordAudit(tx, {
        at,
        actor: user,
        clientId: client.id,
        call: deleteInducement.name,
        target: oid,
        before: { inducementCount: before, removed: [removed] },
        after: { inducementCount: before - 1 },
      });
      return loadOrg(tx, client.id, oid);
    });
    return { status: 200, body: org };
  });
}

/** @throws ApiError EINVALID that names the first role oid that no entitlement of the client has. */
async function requireKnownRoles(
  db: Kysely<Database>,
  clientId: string,
  roleOids: readonly string[],
  body: readonly string[],
): Promise<void> {
  const unknown = await findUnknownRole(db, clientId, roleOids);
  if (!unknown) return;
  const index = body.findIndex((roleOid) => roleOid.toLowerCase() === unknown);
  throw invalid(`/body/${index}`, message("policies.unknownEntitlement", { id: unknown }));
}

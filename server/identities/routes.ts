/** One person of the directory, and what they can access. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import * as calls from "#events/calls/identities.ts";
import type { IdentityEntitlement } from "#events/entities/identityAccess.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import type { Database } from "../db/schema.ts";
import { listBatches, mountCsvFile } from "../lists/csvExport.ts";
import { orderOf, readList } from "../lists/list.ts";
import type { Order } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { findReplacedOfPerson } from "../provisioning/replacedValues.ts";
import { ACCESS, type AccessSelection, type PersonPlace } from "./access.ts";
import { listChanges } from "./changes.ts";
import { createIdentity, endIdentity, updateIdentity } from "./commands.ts";
import { listFailures } from "./failures.ts";
import { listNotCompared } from "./notCompared.ts";
import { listPending } from "./pending.ts";
import { findPeerOrg, readIdentity, requireIdentity } from "./queries.ts";
import { deleteView, listViews, saveView } from "./views.ts";

const statusOf = (active: boolean | null) =>
  active === null ? "" : active ? "active" : "disabled";

/** An entitlement with the number of people whom the person is compared with; null: nobody. */
interface ComparedEntitlement extends IdentityEntitlement {
  readonly peers: number | null;
}

async function* withPeers(
  batches: AsyncIterable<readonly IdentityEntitlement[]>,
  peers: number | null,
): AsyncGenerator<readonly ComparedEntitlement[]> {
  for await (const rows of batches) yield rows.map((row) => ({ ...row, peers }));
}

/**
 * @returns the selection, and the number of people whom the person is compared with; null: nobody
 * @throws ApiError ENOTFOUND for a person that the client does not have.
 */
async function selectAccess(
  db: Kysely<Database>,
  person: PersonPlace,
  { show = "all", contains }: Partial<Pick<AccessSelection, "show" | "contains">>,
  order: Order<string>,
): Promise<{ readonly selection: AccessSelection; readonly peers: number | null }> {
  const { clientId, identityOid } = person;
  await requireIdentity(db, clientId, identityOid);
  const peers = await findPeerOrg(db, clientId, identityOid);
  const comparesPeers = show === "onlyHere" || order.field === "peers";
  const peerOrgOid = peers?.oid ?? null;
  const selection = { ...person, show, contains, peerOrgOid, comparesPeers };
  return { selection, peers: peers?.members ?? null };
}

export function mountIdentities(app: FastifyInstance): void {
  mountCall(app, calls.getIdentity, async ({ params: { identityOid } }, { client, db, at }) => ({
    status: 200,
    body: await readIdentity(db, { clientId: client.id, identityOid, at }),
  }));

  mountCall(
    app,
    calls.listIdentityEntitlements,
    async ({ params: { identityOid }, query }, { client, db, at }) => {
      const person = { clientId: client.id, identityOid, at };
      const { selection } = await selectAccess(db, person, query, orderOf(ACCESS, query));
      const { items: entitlements, page } = await readList(db, ACCESS, selection, query);
      return { status: 200, body: { _embedded: { entitlements }, page } };
    },
  );

  mountCsvFile(app, calls.listIdentityEntitlements, {
    fileName: "access.csv",
    batches: async ({ params: { identityOid }, query }, { client }) => {
      const { db, now } = app.services;
      const person = { clientId: client.id, identityOid, at: now() };
      const { selection, peers } = await selectAccess(db, person, query, ACCESS.defaultOrder);
      return withPeers(listBatches(db, ACCESS, selection), peers);
    },
    columns: {
      entitlement: ({ name }) => name,
      resource: ({ resourceName }) => resourceName,
      accounts: ({ accounts }) => accounts.join("; "),
      accountStatus: ({ accountsActive = [] }) => accountsActive.map(statusOf).join("; "),
      grantedBy: ({ paths }) => pathTexts(paths).join("; "),
      peersWithIt: ({ peerHolders, peers }) => (peers === null ? "" : String(peerHolders)),
      peers: ({ peers }) => String(peers ?? ""),
    },
  });

  mountCall(
    app,
    calls.listIdentityChanges,
    async ({ params: { identityOid }, query }, { client, db }) => {
      await requireIdentity(db, client.id, identityOid);
      const { changes, page } = await listChanges(db, { clientId: client.id, identityOid }, query);
      return { status: 200, body: { _embedded: { changes }, page } };
    },
  );

  mountCall(app, calls.listPendingChanges, async ({ params: { identityOid } }, context) => {
    const { client, db } = context;
    await requireIdentity(db, client.id, identityOid);
    const person = { clientId: client.id, identityOid };
    const pending = [...(await listPending(context, person))];
    return { status: 200, body: { pending, notCompared: await listNotCompared(context, person) } };
  });

  mountCall(app, calls.listFailedChanges, async ({ params: { identityOid } }, context) => {
    const { client, db } = context;
    await requireIdentity(db, client.id, identityOid);
    const [previews, replaced] = await Promise.all([
      listFailures(context, identityOid),
      findReplacedOfPerson(db, client.id, identityOid),
    ]);
    return { status: 200, body: { previews, replaced } };
  });

  mountCall(app, calls.createIdentity, async ({ body }, context) => ({
    status: 201,
    body: await createIdentity(context, body),
  }));
  mountCall(app, calls.updateIdentity, async ({ params: { identityOid }, body }, context) => ({
    status: 200,
    body: await updateIdentity(context, identityOid, body),
  }));
  mountCall(app, calls.endIdentity, async ({ params: { identityOid }, body }, context) => ({
    status: 200,
    body: await endIdentity(context, identityOid, body.version),
  }));

  mountCall(app, calls.listIdentityViews, async (_input, { client, db, user }) => ({
    status: 200,
    body: { views: await listViews(db, client.id, user.id) },
  }));
  mountCall(app, calls.saveIdentityView, async ({ body }, context) => ({
    status: 200,
    body: await saveView(context, body),
  }));
  mountCall(app, calls.deleteIdentityView, async ({ params: { viewId } }, context) => ({
    status: 200,
    body: await deleteView(context, viewId),
  }));
}

/** One person of the directory, and what they can access. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/identities.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { findReplacedOfPerson } from "../provisioning/replacedValues.ts";
import { ACCESS } from "./access.ts";
import { listChanges } from "./changes.ts";
import { createIdentity, endIdentity, updateIdentity } from "./commands.ts";
import { listFailures } from "./failures.ts";
import { listPending } from "./pending.ts";
import { findPeerOrg, readIdentity, requireIdentity } from "./queries.ts";
import { deleteView, listViews, saveView } from "./views.ts";

const statusOf = (active: boolean | null) =>
  active === null ? "" : active ? "active" : "disabled";

export function mountIdentities(app: FastifyInstance): void {
  mountCall(app, calls.getIdentity, async ({ params: { identityOid } }, { client, db, at }) => ({
    status: 200,
    body: await readIdentity(db, { clientId: client.id, identityOid, at }),
  }));

  mountCall(
    app,
    calls.listIdentityEntitlements,
    async ({ params: { identityOid }, query }, { client, db, at }) => {
      const { show = "all", contains, ...paging } = query;
      await requireIdentity(db, client.id, identityOid);
      const peerOrgOid = await findPeerOrg(db, client.id, identityOid);
      const selection = { clientId: client.id, identityOid, at, show, contains, peerOrgOid };
      const { items: entitlements, page } = await readList(db, ACCESS, selection, paging);
      return { status: 200, body: { _embedded: { entitlements }, page } };
    },
  );

  mountCsvExport(app, calls.listIdentityEntitlements, {
    fileName: "access.csv",
    list: ACCESS,
    selection: ({ params: { identityOid }, query: { show = "all", contains } }, clientId) => ({
      clientId,
      identityOid,
      at: app.services.now(),
      show,
      contains,
      peerOrgOid: null,
    }),
    columns: {
      entitlement: ({ name }) => name,
      resource: ({ resourceName }) => resourceName,
      accounts: ({ accounts }) => accounts.join("; "),
      accountStatus: ({ accountsActive = [] }) => accountsActive.map(statusOf).join("; "),
      grantedBy: ({ paths }) => pathTexts(paths).join("; "),
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
    const pending = await listPending(context, { clientId: client.id, identityOid });
    return { status: 200, body: { pending: [...pending] } };
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

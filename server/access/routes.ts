/** Lists of the members of an org who hold or lack an entitlement. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/access.ts";
import { policyResources } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { requireOrg } from "../orgs/queries.ts";
import { countHolders, HOLDERS, requireEntitlement } from "./queries.ts";

export function mountAccess(app: FastifyInstance): void {
  mountCall(
    app,
    calls.countHolders,
    async ({ params: { oid, roleOid } }, { client, db, at, user }) => {
      await requireOrg(db, client.id, oid);
      return {
        status: 200,
        body: await countHolders(db, {
          clientId: client.id,
          orgOid: oid,
          roleOid,
          at,
          resourceIds: policyResources(user),
        }),
      };
    },
  );

  mountCall(app, calls.listHolders, async ({ params, query }, { client, db, at, user }) => {
    const { show = "holders", contains, ...paging } = query;
    await requireOrg(db, client.id, params.oid);
    const place = {
      clientId: client.id,
      orgOid: params.oid,
      roleOid: params.roleOid,
      at,
      resourceIds: policyResources(user),
    };
    await requireEntitlement(db, place);
    const selection = { ...place, show, contains };
    const order = { sort: "name", ...paging };
    const { items: holders, page } = await readList(db, HOLDERS, selection, order);
    return { status: 200, body: { _embedded: { holders }, page } };
  });

  mountCsvExport(app, calls.listHolders, {
    fileName: "holders.csv",
    list: HOLDERS,
    selection: ({ params, query: { show = "holders", contains } }, clientId, user) => ({
      clientId,
      orgOid: params.oid,
      roleOid: params.roleOid,
      at: app.services.now(),
      resourceIds: policyResources(user),
      show,
      contains,
    }),
    columns: {
      id: ({ externalId }) => externalId,
      username: ({ username }) => username ?? "",
      givenName: ({ givenName }) => givenName ?? "",
      familyName: ({ familyName }) => familyName ?? "",
      jobTitle: ({ jobTitle }) => jobTitle ?? "",
      department: ({ department }) => department ?? "",
      accounts: ({ accounts }) => accounts.join("; "),
      grantedBy: ({ paths }) => paths.map(({ names }) => names.join(" > ")).join("; "),
    },
  });
}

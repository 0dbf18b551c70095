/** Lists of the members of an org who hold or lack an entitlement. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/access.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { policyResources, type PermissionHolder } from "#events/rules/permissions.ts";
import { PERSON_CSV_COLUMNS } from "../directory/personLists.ts";
import { mountCall } from "../mount.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { requireOrg } from "../orgs/queries.ts";
import { countHolders, HOLDERS, requireEntitlement, type HolderPlace } from "./queries.ts";

export function mountAccess(app: FastifyInstance): void {
  mountCall(app, calls.countHolders, async ({ params }, { client, db, at, user }) => {
    await requireOrg(db, client.id, params.oid);
    return { status: 200, body: await countHolders(db, placeOf(params, client.id, user, at)) };
  });

  mountCall(app, calls.listHolders, async ({ params, query }, { client, db, at, user }) => {
    const { show = "holders", contains, ...paging } = query;
    await requireOrg(db, client.id, params.oid);
    const place = placeOf(params, client.id, user, at);
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
      ...placeOf(params, clientId, user, app.services.now()),
      show,
      contains,
    }),
    columns: {
      ...PERSON_CSV_COLUMNS,
      department: ({ department }) => department ?? "",
      accounts: ({ accounts }) => accounts.join("; "),
      grantedBy: ({ paths }) => pathTexts(paths).join("; "),
    },
  });
}

function placeOf(
  { oid, roleOid }: { readonly oid: string; readonly roleOid: string },
  clientId: string,
  user: PermissionHolder,
  at: Date,
): HolderPlace {
  return { clientId, orgOid: oid, roleOid, at, resourceIds: policyResources(user) };
}

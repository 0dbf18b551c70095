/** Lists of the people who hold or lack an entitlement. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import * as calls from "#events/calls/access.ts";
import { message } from "#events/messages/message.ts";
import { pathTexts } from "#events/rules/policyPaths.ts";
import { holdsGroup, seesPeople, type PermissionHolder } from "#events/rules/permissions.ts";
import type { Database } from "../db/schema.ts";
import { PERSON_CSV_COLUMNS } from "../directory/personLists.ts";
import { mountCall } from "../mount.ts";
import { listBatches, mountCsvFile } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { requireOrg } from "../orgs/queries.ts";
import { invalid } from "../plugins/errors.ts";
import { countHolders, HOLDERS, requireEntitlement, type HolderPlace } from "./queries.ts";

export function mountAccess(app: FastifyInstance): void {
  mountCall(app, calls.countHolders, async (input, { client, db, at, user }) => {
    const place = placeOf(input, client.id, user, at);
    if (place.orgOid !== null) await requireOrg(db, client.id, place.orgOid);
    return { status: 200, body: await countHolders(db, place) };
  });

  mountCall(app, calls.listHolders, async (input, { client, db, at, user }) => {
    const { show = "holders", contains } = input.query;
    const place = placeOf(input, client.id, user, at);
    await requirePlace(db, place);
    const showsCases = holdsGroup(user, "RoleMapping");
    const selection = { ...place, show, contains, showsCases };
    const order = { sort: "name", ...input.query };
    const { items: holders, page } = await readList(db, HOLDERS, selection, order);
    return { status: 200, body: { _embedded: { holders }, page } };
  });

  mountCsvFile(app, calls.listHolders, {
    fileName: "holders.csv",
    batches: async (input, { client, user }) => {
      const { db, now } = app.services;
      const { show = "holders", contains } = input.query;
      const place = placeOf(input, client.id, user, now());
      await requirePlace(db, place);
      return listBatches(db, HOLDERS, { ...place, show, contains, showsCases: false });
    },
    columns: {
      ...PERSON_CSV_COLUMNS,
      department: ({ department }) => department ?? "",
      accounts: ({ accounts }) => accounts.join("; "),
      grantedBy: ({ paths }) => pathTexts(paths).join("; "),
    },
  });
}

/** @throws ApiError EINVALID for all people, if the user may not see these. */
function placeOf(
  { params: { roleOid }, query: { orgOid = null } }: HolderInput,
  clientId: string,
  user: PermissionHolder,
  at: Date,
): HolderPlace {
  const resourceIds = seesPeople(user) ? null : user.resourceIds;
  if (orgOid === null && resourceIds !== null) {
    throw invalid("/query/orgOid", message("values.required"));
  }
  return { clientId, orgOid, roleOid, at, resourceIds };
}

/** @throws ApiError ENOTFOUND for an unknown org or entitlement. */
async function requirePlace(db: Kysely<Database>, place: HolderPlace): Promise<void> {
  if (place.orgOid !== null) await requireOrg(db, place.clientId, place.orgOid);
  await requireEntitlement(db, place);
}

interface HolderInput {
  readonly params: { readonly roleOid: string };
  readonly query: { readonly orgOid?: string | null };
}

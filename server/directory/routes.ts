/** The client's directory for screens: counts, identities, resources. */
import type { FastifyInstance } from "fastify";
import {
  getClientCounts,
  getResource,
  listEntitlements,
  listIdentities,
  listResources,
} from "#events/calls/directory.ts";
import type { InputOf } from "#events/kernel/call.ts";
import { message } from "#events/messages/message.ts";
import {
  seesAllResources,
  seesDirectory,
  seesPeople,
  type PermissionHolder,
} from "#events/rules/permissions.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { mountCall } from "../mount.ts";
import { requireReach } from "../orgs/policy/reach.ts";
import { requireOrg } from "../orgs/queries.ts";
import { invalid, notFound } from "../plugins/errors.ts";
import * as queries from "./queries.ts";

export function mountDirectory(app: FastifyInstance): void {
  mountCall(app, getClientCounts, async (_input, { db, client, user }) => ({
    status: 200,
    body: seesDirectory(user)
      ? await queries.loadCounts(db, client.id)
      : await queries.countOwn(db, client.id, user.resourceIds),
  }));

  mountCall(app, listIdentities, async ({ query }, { db, client, user }) => {
    const selection = selectPeople(query, client.id, user);
    const { orgOid } = selection;
    if (orgOid) await requireOrg(db, client.id, orgOid);
    const { items: identities, page } = await queries.listIdentities(db, selection, query);
    return { status: 200, body: { _embedded: { identities }, page } };
  });

  mountCsvExport(app, listIdentities, {
    fileName: "identities.csv",
    list: queries.IDENTITIES,
    selection: ({ query }, clientId, user) => selectPeople(query, clientId, user),
    columns: {
      id: ({ externalId }) => externalId,
      username: ({ username }) => username ?? "",
      givenName: ({ givenName }) => givenName ?? "",
      familyName: ({ familyName }) => familyName ?? "",
      email: ({ email }) => email ?? "",
      jobTitle: ({ jobTitle }) => jobTitle ?? "",
      department: ({ department }) => department ?? "",
      location: ({ location }) => location ?? "",
      accounts: ({ accountCount }) => String(accountCount),
    },
  });

  mountCall(app, listResources, async ({ query }, { db, client, user }) => {
    // The report of a person names the resources of their accounts.
    const among = seesAllResources(user) || seesPeople(user) ? null : user.resourceIds;
    const selection = { clientId: client.id, among, contains: query.contains };
    const { items: resources, page } = await queries.listResources(db, selection, query);
    return { status: 200, body: { _embedded: { resources }, page } };
  });

  mountCall(app, listEntitlements, async ({ query }, { db, client, user }) => {
    const { contains } = query;
    const resourceId = requireReach(user, query.resourceId, "/query/resourceId") ?? undefined;
    const selection = { clientId: client.id, contains, resourceId };
    const { items: entitlements, page } = await queries.listEntitlements(db, selection, query);
    return { status: 200, body: { _embedded: { entitlements }, page } };
  });

  mountCall(app, getResource, async ({ params: { resourceId } }, { db, client }) => {
    const resource = await queries.findResource(db, client.id, resourceId);
    if (!resource) throw notFound("resources.notFound");
    return { status: 200, body: resource };
  });
}

/**
 * Screens of one resource show the members of an org, and no list of all people.
 *
 * @throws ApiError EINVALID for all people, if the user maps roles of resources of their own only.
 */
function selectPeople(
  { orgOid, resourceId, show, contains }: InputOf<(typeof listIdentities)["schema"]>["query"],
  clientId: string,
  user: PermissionHolder,
): queries.IdentitySelection {
  // Only users who can read a person's attributes may search them.
  const searchesAttributes = seesPeople(user);
  if (orgOid === undefined && !searchesAttributes) {
    throw invalid("/query/orgOid", message("values.required"));
  }
  return { clientId, orgOid, resourceId, show, contains, searchesAttributes };
}

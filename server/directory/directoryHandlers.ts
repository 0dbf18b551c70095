/** The client's directory as screens read it: counts, identities, resources. */
import type { FastifyInstance } from "fastify";
import {
  getClientCounts,
  getResource,
  listIdentities,
  listResources,
} from "#events/calls/directory.ts";
import { pageInfo, readOrder, readPage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { hasOrg } from "../orgs/orgQueries.ts";
import { notFound } from "../plugins/errors.ts";
import { loadCounts } from "./directoryCounts.ts";
import * as queries from "./directoryQueries.ts";

export function mountDirectoryCalls(app: FastifyInstance): void {
  const { db } = app.services;

  mountCall(app, getClientCounts, async (_input, { client }) => ({
    status: 200,
    body: await loadCounts(db, client.id),
  }));

  mountCall(app, listIdentities, async ({ query }, { client }) => {
    const { orgOid, contains } = query;
    if (orgOid && !(await hasOrg(db, client.id, orgOid))) throw notFound("orgs.notFound");
    const selection = { clientId: client.id, orgOid, contains };
    const { items: identities, page } = await queries.listIdentities(db, selection, query);
    return { status: 200, body: { _embedded: { identities }, page } };
  });

  mountCall(app, listResources, async ({ query }, { client }) => {
    const page = readPage(query);
    const { direction } = readOrder(query, ["name"], { field: "name", direction: "asc" });
    const found = await queries.findResources(db, client.id, query.contains, direction);
    const first = page.size * page.number;
    const resources = found.slice(first, first + page.size);
    return { status: 200, body: { _embedded: { resources }, page: pageInfo(page, found.length) } };
  });

  mountCall(app, getResource, async ({ params: { resourceId } }, { client }) => {
    const resource = await queries.findResource(db, client.id, resourceId);
    if (!resource) throw notFound("resources.notFound");
    return { status: 200, body: resource };
  });
}

/** Reading orgs: lists, trees, one with its policy. */
import type { FastifyInstance } from "fastify";
import type { Kysely } from "kysely";
import {
  countOrgs,
  findSubtree,
  getAncestors,
  getAncestorsOfMany,
  getOrg,
  listOrgs,
} from "#events/calls/orgs.ts";
import type { Org } from "#events/entities/org.ts";
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeOrgFilters, readOrgFilterType } from "#events/rules/orgQuery.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { wholePage, type PagingInput } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import * as queries from "./orgQueries.ts";
import { findAncestors, hasOrg, loadOrgs, type OrgSelection } from "./orgQueries.ts";

interface OrgFiltersInput {
  readonly orgType?: OrgType | undefined;
  readonly startsWith?: string | undefined;
  readonly contains?: string | undefined;
  readonly orgFilterType?: string | undefined;
  readonly oid?: string | undefined;
}

/**
 * @param part of the request that the filters came in: the error names their fields by it.
 * @throws ApiError EINVALID for an unknown filter type, or one that needs an oid and has none.
 */
export function readSelection(
  clientId: string,
  input: OrgFiltersInput,
  part: "query" | "body" = "query",
): OrgSelection {
  const { orgFilterType, oid, orgType, startsWith, contains } = normalizeOrgFilters(input);
  const filterType = orgFilterType ? readOrgFilterType(orgFilterType) : "SUBTREE";
  if (!filterType) {
    throw invalid(
      `/${part}/orgFilterType`,
      message("values.oneOf", { expected: "Root, Subtree, One_Level, Ancestors" }),
    );
  }
  if (filterType === "ANCESTORS" && !oid) throw invalid(`/${part}/oid`, message("values.required"));
  return { clientId, filterType, oid: oid?.toLowerCase(), orgType, startsWith, contains };
}

/** @throws ApiError ENOTFOUND where there is no such org. */
export async function loadOrg(db: Kysely<Database>, clientId: string, oid: string): Promise<Org> {
  const [org] = await loadOrgs(db, clientId, [oid]);
  if (!org) throw notFound("orgs.notFound");
  return org;
}

export function mountOrgCalls(app: FastifyInstance): void {
  const { db } = app.services;

  async function requireOrg(clientId: string, oid: string | undefined): Promise<void> {
    if (oid !== undefined && !(await hasOrg(db, clientId, oid))) throw notFound("orgs.notFound");
  }

  async function listPage(selection: OrgSelection, paging: PagingInput) {
    await requireOrg(selection.clientId, selection.oid);
    const { orgs, page } = await queries.listOrgs(db, selection, paging);
    return { _embedded: { orgs }, page };
  }

  mountCall(app, listOrgs, async ({ query }, { client }) => ({
    status: 200,
    body: await listPage(readSelection(client.id, query), query),
  }));

  mountCall(app, findSubtree, async ({ query, body }, { client }) => {
    const input = { ...body, ...(query.orgFilterType && { orgFilterType: query.orgFilterType }) };
    return { status: 200, body: await listPage(readSelection(client.id, input, "body"), body) };
  });

  mountCall(app, countOrgs, async ({ query }, { client }) => {
    const selection = readSelection(client.id, query);
    await requireOrg(client.id, selection.oid);
    return { status: 200, body: { count: await queries.countOrgs(db, selection) } };
  });

  mountCall(app, getOrg, async ({ params }, { client }) => ({
    status: 200,
    body: await loadOrg(db, client.id, params.oid),
  }));

  mountCall(app, getAncestors, async ({ query }, { client }) => {
    const above = (await findAncestors(db, client.id, [query.oid])).get(query.oid);
    if (!above) throw notFound("orgs.notFound");
    const orgs = await loadOrgs(db, client.id, above);
    return { status: 200, body: { _embedded: { orgs }, page: wholePage(orgs.length) } };
  });

  mountCall(app, getAncestorsOfMany, async ({ body }, { client }) => {
    const oids = [...new Set(body.orgOids.map((oid) => oid.toLowerCase()))];
    const above = await findAncestors(db, client.id, oids);
    const missing = oids.find((oid) => !above.has(oid));
    if (missing) throw new ApiError("ENOTFOUND", message("orgs.unknown", { id: missing }));
    const orgs = await loadOrgs(db, client.id, [...new Set([...above.values()].flat())]);
    const byOid = new Map(orgs.map((org) => [org.oid, org]));
    const ancestors = oids.map((oid) => ({
      oid,
      ancestors: (above.get(oid) ?? []).flatMap((ancestor) => byOid.get(ancestor) ?? []),
    }));
    return { status: 200, body: { ancestors } };
  });
}

/** Reading orgs: lists, trees, and one org with its policy. */
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
import type { OrgType } from "#events/entities/orgTypes.ts";
import { normalizeOrgFilters, readOrgFilterType } from "#events/rules/orgQuery.ts";
import { message } from "#events/messages/message.ts";
import type { Database } from "../db/schema.ts";
import { wholePage, type PagingInput } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import * as queries from "./queries.ts";
import {
  findAncestors,
  loadOrg,
  loadOrgs,
  requireOrg,
  type OrgPolicy,
  type OrgSelection,
} from "./queries.ts";

interface OrgFiltersInput {
  readonly orgType?: OrgType | undefined;
  readonly startsWith?: string | undefined;
  readonly contains?: string | undefined;
  readonly policy?: OrgPolicy | undefined;
  readonly orgFilterType?: string | undefined;
  readonly oid?: string | undefined;
}

/**
 * @param part the request part of the filters, which error messages name.
 * @throws ApiError EINVALID for an unknown filter type, or one without its required oid.
 */
function readSelection(
  clientId: string,
  input: OrgFiltersInput,
  part: "query" | "body" = "query",
): OrgSelection {
  const { orgFilterType, oid, orgType, startsWith, contains, policy } = normalizeOrgFilters(input);
  const filterType = orgFilterType ? readOrgFilterType(orgFilterType) : "SUBTREE";
  if (!filterType) {
    throw invalid(
      `/${part}/orgFilterType`,
      message("values.oneOf", { expected: "Root, Subtree, One_Level, Ancestors" }),
    );
  }
  if (filterType === "ANCESTORS" && !oid) throw invalid(`/${part}/oid`, message("values.required"));
  return { clientId, filterType, oid: oid?.toLowerCase(), orgType, startsWith, contains, policy };
}

export function mountOrgs(app: FastifyInstance): void {
  mountCall(app, listOrgs, async ({ query }, { client, db }) => ({
    status: 200,
    body: await listPage(db, readSelection(client.id, query), query),
  }));

  mountCall(app, findSubtree, async ({ query, body }, { client, db }) => {
    const input = { ...body, ...(query.orgFilterType && { orgFilterType: query.orgFilterType }) };
    return { status: 200, body: await listPage(db, readSelection(client.id, input, "body"), body) };
  });

  mountCall(app, countOrgs, async ({ query }, { client, db }) => {
    const selection = readSelection(client.id, query);
    if (selection.oid !== undefined) await requireOrg(db, client.id, selection.oid);
    return { status: 200, body: { count: await queries.countOrgs(db, selection) } };
  });

  mountCall(app, getOrg, async ({ params }, { client, db }) => ({
    status: 200,
    body: await loadOrg(db, client.id, params.oid),
  }));

  mountCall(app, getAncestors, async ({ query }, { client, db }) => {
    const above = (await findAncestors(db, client.id, [query.oid])).get(query.oid);
    if (!above) throw notFound("orgs.notFound");
    const orgs = await loadOrgs(db, client.id, above);
    return { status: 200, body: { _embedded: { orgs }, page: wholePage(orgs.length) } };
  });

  mountCall(app, getAncestorsOfMany, async ({ body }, { client, db }) => {
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

async function listPage(db: Kysely<Database>, selection: OrgSelection, paging: PagingInput) {
  const { clientId, oid } = selection;
  if (oid !== undefined) await requireOrg(db, clientId, oid);
  const { orgs, page } = await queries.listOrgs(db, selection, paging);
  return { _embedded: { orgs }, page };
}

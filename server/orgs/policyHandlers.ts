/** An org's policy as it is read: counted, in pages, and as the oids of its roles. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { countInducements, listInducements, readPolicyRoles } from "#events/calls/orgs.ts";
import { message } from "#events/messages/message.ts";
import { begun } from "../primedStream.ts";
import { pageInfo } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { invalid, notFound } from "../plugins/errors.ts";
import { hasOrg } from "./orgQueries.ts";
import { countPolicy, listLost, listPolicy, policyRolesAsJson } from "./policyQueries.ts";

const DEFAULT_SIZE = 20;

export function mountPolicyCalls(app: FastifyInstance): void {
  const { db } = app.services;

  async function requireOrg(clientId: string, oid: string): Promise<void> {
    if (!(await hasOrg(db, clientId, oid))) throw notFound("orgs.notFound");
  }

  mountCall(app, countInducements, async ({ params: { oid }, query }, { client }) => {
    await requireOrg(client.id, oid);
    const { contains, resourceId } = query;
    const resourceIds = resourceId === undefined ? null : [resourceId];
    const selection = { clientId: client.id, orgOid: oid, contains, resourceIds };
    return { status: 200, body: await countPolicy(db, selection) };
  });

  mountCall(app, listInducements, async ({ params: { oid }, query }, { client }) => {
    const { contains, offset = 0, size = DEFAULT_SIZE } = query;
    const resourceIds = query.resourceIds?.toLowerCase().split(",") ?? null;
    if (query.only && resourceIds) throw invalid("/query/only", message("values.noResource"));
    await requireOrg(client.id, oid);
    const policy = { clientId: client.id, orgOid: oid, contains };
    const range = { offset, size };
    const { items: inducements, total } = query.only
      ? await listLost(db, policy, range)
      : await listPolicy(db, { ...policy, resourceIds }, range);
    const page = pageInfo({ size, number: Math.floor(offset / size) }, total);
    return { status: 200, body: { _embedded: { inducements }, page } };
  });

  mountCall(app, readPolicyRoles, async ({ params: { oid } }, { client }) => {
    await requireOrg(client.id, oid);
    const pieces = await begun(policyRolesAsJson(db, client.id, oid));
    const body = Readable.from(pieces, { objectMode: false });
    return { status: 200, body, format: null, size: null };
  });
}

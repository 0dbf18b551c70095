/** An org's policy: counted, paged, as role oids, and changed. */
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import {
  countInducements,
  deleteInducement,
  induce,
  listInducements,
  listInherited,
  previewInduce,
  readInheritedRoles,
  readPolicyRoles,
  setInducementPeriod,
} from "#events/calls/orgs.ts";
import { message } from "#events/messages/message.ts";
import { inheritanceText } from "#events/rules/policyPaths.ts";
import { policyResources } from "#events/rules/permissions.ts";
import { begun } from "../../primedStream.ts";
import { mountCsvExport } from "../../lists/csvExport.ts";
import { readList } from "../../lists/list.ts";
import { pageInfo } from "../../lists/paging.ts";
import { mountCall, mountPreparedCall } from "../../mount.ts";
import { invalid } from "../../plugins/errors.ts";
import { requireOrg } from "../queries.ts";
import { changePolicy, removeFromPolicy } from "./commands.ts";
import { INHERITED, inheritedRolesAsJson } from "./inherited.ts";
import { changePeriod } from "./periods.ts";
import { previewPolicy } from "./preview.ts";
import { resourceInReach, resourcesInReach } from "./reach.ts";
import { countPolicy, listLost, listPolicy, policyRolesAsJson } from "./queries.ts";

const DEFAULT_SIZE = 20;

export function mountPolicies(app: FastifyInstance): void {
  mountCall(app, countInducements, async ({ params: { oid }, query }, { client, db, user }) => {
    await requireOrg(db, client.id, oid);
    const { contains, resourceId } = query;
    const resourceIds = resourceInReach(user, resourceId);
    const selection = { clientId: client.id, orgOid: oid, contains, resourceIds };
    return { status: 200, body: await countPolicy(db, selection) };
  });

  mountCall(app, listInducements, async ({ params: { oid }, query }, { client, db, user }) => {
    const { contains, offset = 0, size = DEFAULT_SIZE } = query;
    const wanted = query.resourceIds?.toLowerCase().split(",") ?? null;
    const resourceIds = resourcesInReach(user, wanted);
    if (query.only && resourceIds) throw invalid("/query/only", message("values.noResource"));
    await requireOrg(db, client.id, oid);
    const policy = { clientId: client.id, orgOid: oid, contains };
    const range = { offset, size };
    const { items: inducements, total } = query.only
      ? await listLost(db, policy, range)
      : await listPolicy(db, { ...policy, resourceIds }, range);
    const page = pageInfo({ size, number: Math.floor(offset / size) }, total);
    return { status: 200, body: { _embedded: { inducements }, page } };
  });

  mountCall(app, readPolicyRoles, async ({ params: { oid } }, { client, db, at, user }) => {
    await requireOrg(db, client.id, oid);
    const policy = { clientId: client.id, orgOid: oid, resourceIds: policyResources(user) };
    return streamed(policyRolesAsJson(db, policy, at));
  });

  mountCall(app, listInherited, async ({ params: { oid }, query }, { client, db, at, user }) => {
    await requireOrg(db, client.id, oid);
    const { contains, resourceId, ...paging } = query;
    const resourceIds = resourceInReach(user, resourceId);
    const selection = { clientId: client.id, orgOid: oid, at, contains, resourceIds };
    const { items, page } = await readList(db, INHERITED, selection, paging);
    return { status: 200, body: { _embedded: { entitlements: items }, page } };
  });
  mountCsvExport(app, listInherited, {
    fileName: "inherited-entitlements.csv",
    list: INHERITED,
    selection: ({ params: { oid }, query: { contains, resourceId } }, clientId, user) => ({
      clientId,
      orgOid: oid,
      at: app.services.now(),
      contains,
      resourceIds: resourceInReach(user, resourceId),
    }),
    columns: {
      entitlement: ({ name }) => name,
      resource: ({ resourceName }) => resourceName,
      inheritedFrom: inheritanceText,
      alsoDirect: ({ isDirect }) => (isDirect ? "yes" : "no"),
      roleOid: ({ roleOid }) => roleOid,
    },
  });

  mountCall(app, readInheritedRoles, async ({ params: { oid } }, { client, db, at, user }) => {
    await requireOrg(db, client.id, oid);
    const resourceIds = policyResources(user);
    const selection = { clientId: client.id, orgOid: oid, at, resourceIds };
    return streamed(inheritedRolesAsJson(db, selection));
  });

  mountCall(app, previewInduce, async ({ params: { oid }, body }, context) => ({
    status: 200,
    body: await previewPolicy(app, context, oid, body),
  }));

  mountPreparedCall(app, induce, async ({ params: { oid }, query, body }, context) => ({
    status: 200,
    body: await changePolicy(context, oid, body, query),
  }));

  mountCall(app, setInducementPeriod, async ({ params, body }, context) => ({
    status: 200,
    body: await changePeriod(context, params.oid, params.inducementId, body),
  }));

  mountCall(app, deleteInducement, async ({ params }, context) => ({
    status: 200,
    body: await removeFromPolicy(context, params.oid, params.inducementId),
  }));
}

/** @throws the error of the first query, so that it has a status of its own */
async function streamed(chunks: AsyncGenerator<string, void>) {
  const body = Readable.from(await begun(chunks), { objectMode: false });
  return { status: 200, body, format: null, size: null } as const;
}

/** Access roles: lists, their content, and the effect of changing it. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/accessRoles.ts";
import type { RoleEffect } from "#events/entities/accessRole.ts";
import type { CallContext } from "../callContext.ts";
import type { PreviewedRole } from "../db/directoryTables.ts";
import { PERSON_CSV_COLUMNS } from "../directory/personLists.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { count, readList } from "../lists/list.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { requireOrg } from "../orgs/queries.ts";
import { planRole } from "../policyChanges/rolePlan.ts";
import { storePreview } from "../policyChanges/storedPreviews.ts";
import { archiveRole, copyRole, createRole, deleteRole, updateRole } from "./commands.ts";
import { roleEffect } from "./effect.ts";
import { grantRole, readGrant, revokeRole } from "./grants.ts";
import { listExpiring, ROLE_HOLDERS, ROLE_ORGS } from "./holders.ts";
import { groupRoles, readRole, requireRole, ROLES, rolesByOid } from "./queries.ts";
import { ROLE_ENTITLEMENTS, ROLE_FILE_COLUMNS } from "./roleEntitlements.ts";
import { applyRoleFile, checkRoleFile } from "./roleFilePlan.ts";
import { listVersions, restorable, restoreRole } from "./versions.ts";

/** Days within which something expires soon. */
const DEFAULT_DAYS = 30;

export function mountAccessRoles(app: FastifyInstance): void {
  mountCall(app, calls.listRoles, async ({ query }, { client, db, at }) => {
    const { contains, status = "active", resourceOids, ...paging } = query;
    const buckets = resourceOids?.toLowerCase().split(",");
    const selection = { clientId: client.id, at, status, contains, buckets };
    const { items: roles, page } = await readList(db, ROLES, selection, paging);
    return { status: 200, body: { _embedded: { roles }, page } };
  });

  mountCall(app, calls.countRoles, async ({ query: { contains } }, { client, db, at }) => {
    const selection = { clientId: client.id, at, status: "active" as const, contains };
    return { status: 200, body: { count: await count(db, ROLES, selection) } };
  });

  mountCall(app, calls.getRolesByOid, async ({ query }, { client, db, at }) => {
    const oids = query.oids.split(",");
    const roles = await rolesByOid(db, { clientId: client.id, at, oids });
    return { status: 200, body: { _embedded: { roles }, page: wholePage(roles.length) } };
  });

  mountCall(app, calls.getAccessRoles, async ({ query }, { client, db, at }) => {
    const { contains, status = "active" } = query;
    const groups = await groupRoles(db, { clientId: client.id, at, status, contains });
    return { status: 200, body: { groups } };
  });

  mountCall(app, calls.getAccessPolicyRoles, async ({ query }, { client, db, at }) => {
    const { orgOid, contains, ...paging } = query;
    if (orgOid) await requireOrg(db, client.id, orgOid);
    const selection = { clientId: client.id, at, status: "active" as const, contains, orgOid };
    const { items: roles, page } = await readList(db, ROLES, selection, paging);
    return { status: 200, body: { _embedded: { roles }, page } };
  });

  mountCall(app, calls.getRole, async ({ params: { roleOid } }, { client, db, at }) => ({
    status: 200,
    body: await readRole(db, { clientId: client.id, roleOid, at }),
  }));

  mountCall(app, calls.createRole, async ({ body }, context) => ({
    status: 201,
    body: await createRole(context, body),
  }));

  mountCall(app, calls.updateRole, async ({ params, body }, context) => ({
    status: 200,
    body: await updateRole(context, params.roleOid, body),
  }));

  mountCall(app, calls.copyRole, async ({ params, body }, context) => ({
    status: 201,
    body: await copyRole(context, params.roleOid, body),
  }));

  mountCall(app, calls.archiveRole, async ({ params, body }, context) => ({
    status: 200,
    body: await archiveRole(context, params.roleOid, body),
  }));

  mountCall(app, calls.deleteRole, async ({ params, query: { version } }, context) => ({
    status: 200,
    body: await deleteRole(context, params.roleOid, version),
  }));

  mountCall(app, calls.previewRole, async ({ params, body: { entitlementOids } }, context) => {
    await requireRole(context.db, context.client.id, params.roleOid);
    const role = { roleOid: params.roleOid.toLowerCase(), entitlementOids };
    return { status: 200, body: await previewRole(context, role) };
  });
  mountCall(app, calls.previewRestoration, async ({ params, body: { restored } }, context) => {
    const { db, client, at } = context;
    const { oid, status } = await readRole(db, {
      clientId: client.id,
      roleOid: params.roleOid,
      at,
    });
    const content = await restorable(db, client.id, { roleOid: oid, version: restored });
    const entitlementOids = status === "active" ? content.entitlementOids : [];
    return { status: 200, body: await previewRole(context, { roleOid: oid, entitlementOids }) };
  });

  mountCall(app, calls.listRoleHolders, async ({ params, query }, { client, db, at }) => {
    const { show = "granted", contains, ...paging } = query;
    await requireRole(db, client.id, params.roleOid);
    const selection = { clientId: client.id, roleOid: params.roleOid, at, show, contains };
    const order = { sort: "name", ...paging };
    const { items: holders, page } = await readList(db, ROLE_HOLDERS, selection, order);
    return { status: 200, body: { _embedded: { holders }, page } };
  });
  mountCsvExport(app, calls.listRoleHolders, {
    fileName: "role-holders.csv",
    list: ROLE_HOLDERS,
    selection: ({ params: { roleOid }, query: { show = "granted", contains } }, clientId) => ({
      clientId,
      roleOid,
      at: app.services.now(),
      show,
      contains,
    }),
    columns: {
      ...PERSON_CSV_COLUMNS,
      assigned: ({ assignment }) => (assignment === null ? "no" : "yes"),
      validFrom: ({ assignment }) => assignment?.validFrom ?? "",
      validUntil: ({ assignment }) => assignment?.validUntil ?? "",
      inherited: ({ inherited }) => (inherited ? "yes" : "no"),
      inFact: ({ inFact }) => (inFact ? "yes" : "no"),
    },
  });

  mountCall(app, calls.listRoleOrgs, async ({ params, query }, { client, db }) => {
    const { contains, ...paging } = query;
    await requireRole(db, client.id, params.roleOid);
    const selection = { clientId: client.id, roleOid: params.roleOid, contains };
    const { items: orgs, page } = await readList(db, ROLE_ORGS, selection, paging);
    return { status: 200, body: { _embedded: { orgs }, page } };
  });

  mountCall(app, calls.getGrant, async ({ params, query: { kind } }, { client, db }) => ({
    status: 200,
    body: await readGrant(db, client.id, { ...params, kind }),
  }));

  mountCall(app, calls.grantRole, async ({ params, body }, context) => ({
    status: 200,
    body: await grantRole(context, params, body),
  }));

  mountCall(app, calls.revokeRole, async ({ params, query: { kind } }, context) => ({
    status: 200,
    body: await revokeRole(context, { ...params, kind }),
  }));

  mountCall(app, calls.listRoleVersions, async ({ params, query }, { client, db }) => {
    await requireRole(db, client.id, params.roleOid);
    const { versions, page } = await listVersions(db, client.id, params.roleOid, query);
    return { status: 200, body: { _embedded: { versions }, page } };
  });

  mountCall(app, calls.restoreRole, async ({ params, body }, context) => ({
    status: 200,
    body: await restoreRole(context, params.roleOid, body),
  }));

  mountCall(app, calls.listExpiring, async ({ query }, { client, db, at }) => {
    const { days = DEFAULT_DAYS, ...paging } = query;
    const { grants, page } = await listExpiring(db, { clientId: client.id, at, days }, paging);
    return { status: 200, body: { _embedded: { grants }, page } };
  });

  mountCall(app, calls.listRoleEntitlements, async ({ query }, { client, db }) => {
    const { contains, status = "active", roleOid, ...paging } = query;
    if (roleOid) await requireRole(db, client.id, roleOid);
    const selection = { clientId: client.id, status, roleOid, contains };
    const { items, page } = await readList(db, ROLE_ENTITLEMENTS, selection, paging);
    return { status: 200, body: { _embedded: { entitlements: items }, page } };
  });
  mountCsvExport(app, calls.listRoleEntitlements, {
    fileName: "role-entitlements.csv",
    list: ROLE_ENTITLEMENTS,
    selection: ({ query: { contains, status = "active", roleOid } }, clientId) => ({
      clientId,
      status,
      roleOid,
      contains,
    }),
    columns: ROLE_FILE_COLUMNS,
  });

  mountCall(app, calls.checkRoleFile, async ({ body: { content } }, { client, db }) => ({
    status: 200,
    body: await checkRoleFile(db, client.id, content),
  }));
  mountCall(app, calls.applyRoleFile, async ({ body }, context) => ({
    status: 200,
    body: await applyRoleFile(context, body),
  }));

  mountCsvExport(app, calls.listRoles, {
    fileName: "access-roles.csv",
    list: ROLES,
    selection: ({ query: { contains, status = "active", resourceOids } }, clientId) => ({
      clientId,
      at: app.services.now(),
      status,
      contains,
      buckets: resourceOids?.toLowerCase().split(","),
    }),
    columns: {
      name: ({ name }) => name,
      description: ({ description }) => description,
      entitlements: ({ entitlementCount }) => String(entitlementCount),
      orgs: ({ orgCount }) => String(orgCount),
      assigned: ({ assignedCount }) => String(assignedCount),
      oid: ({ oid }) => oid,
    },
  });
}

/** Computes the effect of a change of a role, and stores the preview, whose people can then be listed. */
async function previewRole(
  { app, db, client, user, at }: CallContext,
  role: PreviewedRole,
): Promise<RoleEffect> {
  const place = { clientId: client.id, roleOid: role.roleOid, at };
  const plan = await app.accessGraphs.use(db, client.id, at, (graph) =>
    planRole(db, place, graph, role.entitlementOids),
  );
  const previewId = randomUUID();
  const { fingerprint } = plan;
  await storePreview(db, plan.scope, { role }, { id: previewId, fingerprint, userId: user.id });
  return { previewId, ...(await roleEffect(db, place, plan)) };
}

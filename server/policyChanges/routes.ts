/** Routes for changes of many policies, their previews, the history of policies and undo. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/policyChanges.ts";
import type { PolicyFileCheck } from "#events/entities/policyChange.ts";
import type { PermissionHolder } from "#events/rules/permissions.ts";
import type { CallContext } from "../callContext.ts";
import { findResource } from "../directory/queries.ts";
import { describeProblems } from "../import/namedLines.ts";
import { mountCsvExport } from "../lists/csvExport.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { requireReach } from "../orgs/policy/reach.ts";
import { requireOrg } from "../orgs/queries.ts";
import { notFound } from "../plugins/errors.ts";
import { applyChange, applyFile } from "./commands.ts";
import { planFile } from "./filePlan.ts";
import { GRANTS, POLICY_FILE_COLUMNS, ROLE_GRANTS, ROLE_POLICY_COLUMNS } from "./grants.ts";
import { makePlan, type Plan } from "./plan.ts";
import { readPolicyFile, type PostedFile } from "./policyFile.ts";
import { describePlan } from "./preview.ts";
import { listChanges } from "./queries.ts";
import { mountEffectLists } from "./effectRoutes.ts";
import type { ChangeScope } from "./scope.ts";
import { storePreview, type Previewed } from "./storedPreviews.ts";
import { previewUndo } from "./undo.ts";
import { requireOwnChange, undoChange } from "./undoChange.ts";

export function mountPolicyChanges(app: FastifyInstance): void {
  mountCall(app, calls.previewBulkUpdate, async ({ query: { rootOid }, body }, context) => {
    const scope = await scopeOf(context, null, rootOid);
    return { status: 200, body: await preview(context, scope, body) };
  });
  mountCall(
    app,
    calls.previewResourceBulkUpdate,
    async ({ params: { resourceId }, query: { rootOid }, body }, context) => {
      const scope = await scopeOf(context, resourceId, rootOid);
      return { status: 200, body: await preview(context, scope, body) };
    },
  );
  mountCall(app, calls.bulkUpdate, async ({ query: { rootOid }, body }, context) => {
    const scope = await scopeOf(context, null, rootOid);
    return { status: 200, body: await applyChange(context, scope, body) };
  });
  mountCall(
    app,
    calls.resourceBulkUpdate,
    async ({ params: { resourceId }, query: { rootOid }, body }, context) => {
      const scope = await scopeOf(context, resourceId, rootOid);
      return { status: 200, body: await applyChange(context, scope, body) };
    },
  );

  mountEffectLists(app);

  mountCall(app, calls.listPolicyChanges, async ({ query }, { client, db, user }) => {
    const { orgOid, resourceId, ...paging } = query;
    const scope = { clientId: client.id, resourceId: ofQuery(user, resourceId), orgOid };
    if (orgOid) await requireOrg(db, client.id, orgOid);
    const { changes, page } = await listChanges(db, scope, paging);
    return { status: 200, body: { _embedded: { changes }, page } };
  });

  mountCall(app, calls.undoPolicyChange, async ({ params: { changeId } }, context) => ({
    status: 200,
    body: await undoChange(context, changeId),
  }));
  mountCall(app, calls.previewUndo, async ({ params: { changeId } }, context) => {
    const scope = await scopeOf(context, null, undefined);
    const { db } = context;
    await requireOwnChange(db, context, changeId);
    const body = await app.accessGraphs.use(db, scope.clientId, scope.at, (graph) =>
      previewUndo(db, scope, changeId, graph),
    );
    return { status: 200, body };
  });

  mountCall(app, calls.listGrants, async ({ query }, { client, db, at, user }) => {
    const { orgType, contains, ...paging } = query;
    const resourceId = ofQuery(user, query.resourceId);
    const selection = { clientId: client.id, at, resourceId, orgType, contains };
    const { items: grants, page } = await readList(db, GRANTS, selection, paging);
    return { status: 200, body: { _embedded: { grants }, page } };
  });
  mountCsvExport(app, calls.listGrants, {
    fileName: "policies.csv",
    list: GRANTS,
    selection: ({ query: { orgType, contains, resourceId } }, clientId, user) => ({
      clientId,
      at: app.services.now(),
      resourceId: ofQuery(user, resourceId),
      orgType,
      contains,
    }),
    columns: POLICY_FILE_COLUMNS,
  });
  mountCall(app, calls.listRoleGrants, async ({ query }, { client, db, at }) => {
    const { orgType, contains, ...paging } = query;
    const selection = { clientId: client.id, at, orgType, contains };
    const { items: grants, page } = await readList(db, ROLE_GRANTS, selection, paging);
    return { status: 200, body: { _embedded: { grants }, page } };
  });
  mountCsvExport(app, calls.listRoleGrants, {
    fileName: "access-policies.csv",
    list: ROLE_GRANTS,
    selection: ({ query: { orgType, contains } }, clientId) => ({
      clientId,
      at: app.services.now(),
      orgType,
      contains,
    }),
    columns: ROLE_POLICY_COLUMNS,
  });
  mountCall(app, calls.checkPolicyFile, async ({ body: { resourceId, ...file } }, context) => ({
    status: 200,
    body: await checkFile(context, await fileScope(context, resourceId), file),
  }));
  mountCall(app, calls.applyPolicyFile, async ({ body: { resourceId, ...file } }, context) => ({
    status: 200,
    body: await applyFile(context, await fileScope(context, resourceId), file),
  }));
}

const ofQuery = (user: PermissionHolder, resourceId: string | undefined) =>
  requireReach(user, resourceId, "/query/resourceId");

function fileScope(context: CallContext, resourceId: string | undefined): Promise<ChangeScope> {
  const { user } = context;
  return scopeOf(context, requireReach(user, resourceId, "/body/resourceId"), undefined);
}

async function scopeOf(
  { client, db, at }: CallContext,
  resourceId: string | null,
  rootOid: string | undefined,
): Promise<ChangeScope> {
  if (resourceId !== null && !(await findResource(db, client.id, resourceId))) {
    throw notFound("resources.notFound");
  }
  if (rootOid) await requireOrg(db, client.id, rootOid);
  return { clientId: client.id, resourceId, rootOid: rootOid ?? null, at };
}

async function preview(
  context: CallContext,
  scope: ChangeScope,
  request: Parameters<typeof makePlan>[2],
) {
  const { app, db } = context;
  const plan = await app.accessGraphs.use(db, scope.clientId, scope.at, (graph) =>
    makePlan(db, scope, request, graph),
  );
  return describeStored(context, plan, { request });
}

async function checkFile(
  context: CallContext,
  scope: ChangeScope,
  file: PostedFile,
): Promise<PolicyFileCheck> {
  const { app, db } = context;
  const { wanted, problems } = await readPolicyFile(db, scope, file);
  if (problems.length > 0) return { preview: null, ...describeProblems(problems) };
  const plan = await app.accessGraphs.use(db, scope.clientId, scope.at, (graph) =>
    planFile(db, scope, graph, wanted),
  );
  const described = await describeStored(context, plan, { file });
  return { preview: described, problems: [], problemCount: 0 };
}

async function describeStored({ db, user }: CallContext, plan: Plan, previewed: Previewed) {
  const described = await describePlan(db, plan);
  const { changeId: id, fingerprint } = described;
  await storePreview(db, plan.scope, previewed, { id, fingerprint, userId: user.id });
  return described;
}

/** The review of a resource's entitlements. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/entitlements.ts";
import { mountCall } from "../../mount.ts";
import {
  createEntitlement,
  deleteEntitlement,
  refreshEntitlements,
  updateEntitlement,
} from "./commands.ts";
import { mergeEntitlements, previewMerge } from "./merge.ts";
import { previewRules } from "./previewRules.ts";
import { listDuplicateGroups, listReviews } from "./reviews.ts";

const placeOf = (
  { resourceId }: { readonly resourceId: string },
  client: { readonly id: string },
) => ({ clientId: client.id, resourceId: resourceId.toLowerCase() });

export function mountEntitlements(app: FastifyInstance): void {
  mountCall(app, calls.getEntitlements, async ({ params, query }, { client, db }) => {
    const { contains, show, ...paging } = query;
    const selection = { ...placeOf(params, client), contains, show };
    const { items: entitlements, page } = await listReviews(db, selection, paging);
    return { status: 200, body: { _embedded: { entitlements }, page } };
  });

  mountCall(app, calls.refreshEntitlements, async ({ params }, context) => ({
    status: 200,
    body: await refreshEntitlements(context, placeOf(params, context.client)),
  }));

  mountCall(app, calls.previewRules, async ({ params, body }, { client, db }) => ({
    status: 200,
    body: await previewRules(db, placeOf(params, client), body),
  }));

  mountCall(app, calls.createEntitlement, async ({ params, body }, context) => ({
    status: 201,
    body: await createEntitlement(context, placeOf(params, context.client), body),
  }));

  mountCall(app, calls.updateEntitlement, async ({ params, body }, context) => {
    const id = params.entitlementId.toLowerCase();
    const place = placeOf(params, context.client);
    return { status: 200, body: await updateEntitlement(context, place, id, body) };
  });

  mountCall(app, calls.deleteEntitlement, async ({ params }, context) => {
    const id = params.entitlementId.toLowerCase();
    const place = placeOf(params, context.client);
    return { status: 200, body: await deleteEntitlement(context, place, id) };
  });

  mountCall(app, calls.listDuplicates, async ({ params, query }, { client, db }) => {
    const { groups, page } = await listDuplicateGroups(db, placeOf(params, client), query);
    return { status: 200, body: { _embedded: { groups }, page } };
  });

  mountCall(app, calls.previewMerge, async ({ params, query }, { client, db }) => {
    const keptId = params.entitlementId.toLowerCase();
    const mergedIds = query.mergedIds.split(",");
    const merge = { ...placeOf(params, client), keptId, mergedIds };
    return { status: 200, body: await previewMerge(db, merge) };
  });

  mountCall(app, calls.mergeEntitlements, async ({ params, body }, context) => {
    const keptId = params.entitlementId.toLowerCase();
    const { mergedIds, fingerprint } = body;
    const merge = { ...placeOf(params, context.client), keptId, mergedIds };
    return { status: 200, body: await mergeEntitlements(context, merge, fingerprint) };
  });
}

/** Provisioning: previews of what changes in a system, and decisions about them. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/provisioning.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { requireSystem } from "../systems/queries.ts";
import { approvePreview, retryPreview } from "./approval.ts";
import { generatePreview, patchPreview, rejectPreview } from "./commands.ts";
import { withDiskWait } from "./diskWait.ts";
import { CHANGES, findLatestPlan, requirePlan, toObject, toPreview } from "./queries.ts";

const placeOf = (
  { resourceId }: { readonly resourceId: string },
  client: { readonly id: string },
) => ({ clientId: client.id, resourceId: resourceId.toLowerCase() });

export function mountProvisioning(app: FastifyInstance): void {
  mountCall(app, calls.generateProvisionPreview, async ({ params }, context) => ({
    status: 201,
    body: await generatePreview(context, placeOf(params, context.client)),
  }));

  mountCall(
    app,
    calls.getLatestProvisionPreview,
    async ({ params }, { at, client, db, services }) => {
      const place = placeOf(params, client);
      await requireSystem(db, place);
      const row = await findLatestPlan(db, place);
      const preview = row ? withDiskWait(await toPreview(db, row, at), services.disk) : null;
      return { status: 200, body: { preview } };
    },
  );

  mountCall(app, calls.listProvisionObjects, async ({ params, query }, { client, db }) => {
    const place = { ...placeOf(params, client), planId: params.previewId.toLowerCase() };
    await requirePlan(db, place);
    const { kind, state, contains, ...paging } = query;
    const selection = { ...place, kind, state, contains };
    const { items, page } = await readList(db, CHANGES, selection, paging);
    return { status: 200, body: { _embedded: { objects: items.map(toObject) }, page } };
  });

  mountCall(app, calls.patchProvisionPreview, async ({ params, body }, context) => {
    const place = { ...placeOf(params, context.client), planId: params.previewId.toLowerCase() };
    return { status: 200, body: await patchPreview(context, place, body) };
  });

  mountCall(app, calls.approveProvisionPreview, async ({ params, body }, context) => {
    const place = { ...placeOf(params, context.client), planId: params.previewId.toLowerCase() };
    return { status: 200, body: await approvePreview(context, place, { gates: [], ...body }) };
  });

  mountCall(app, calls.retryProvisionPreview, async ({ params }, context) => {
    const place = { ...placeOf(params, context.client), planId: params.previewId.toLowerCase() };
    return { status: 200, body: await retryPreview(context, place) };
  });

  mountCall(app, calls.rejectProvisionPreview, async ({ params }, context) => {
    const place = { ...placeOf(params, context.client), planId: params.previewId.toLowerCase() };
    return { status: 200, body: await rejectPreview(context, place) };
  });
}

/** Field mappings. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/mappings.ts";
import { directionOf } from "#events/rules/mappings/fields.ts";
import { readList } from "../lists/list.ts";
import { mountCall } from "../mount.ts";
import { requireSystem } from "../systems/queries.ts";
import {
  createMapping,
  deleteMapping,
  replaceMappings,
  requireManual,
  updateMapping,
} from "./commands.ts";
import { checkCel } from "./code/cel.ts";
import {
  generatePreview,
  latestPreview,
  patchPreview,
  PREVIEW_OBJECTS,
  requirePreview,
  toPreviewObject,
} from "./previews.ts";
import { previewSample } from "./samples.ts";
import { suggestMappings } from "./suggestions.ts";
import { attributeNames, readMappings, readSchema, readUserFields } from "./queries.ts";

export function mountMappings(app: FastifyInstance): void {
  const { connectors } = app.services;

  mountCall(app, calls.listMappings, async ({ params, query }, { client, db }) => {
    const place = { clientId: client.id, resourceId: params.resourceId };
    const direction = query.direction && directionOf(query.direction);
    return { status: 200, body: await readMappings(db, connectors, place, direction) };
  });

  mountCall(app, calls.createMapping, async ({ params: { resourceId }, body }, context) => ({
    status: 201,
    body: await createMapping(context, resourceId, body),
  }));

  mountCall(app, calls.updateMapping, async ({ params, body }, context) => ({
    status: 200,
    body: await updateMapping(context, params, body),
  }));

  mountCall(app, calls.deleteMapping, async ({ params, body }, context) => ({
    status: 200,
    body: await deleteMapping(context, params, body.version),
  }));

  mountCall(
    app,
    calls.listSelfCertifiedMappings,
    async ({ params: { resourceId } }, { client, db }) => {
      const place = { clientId: client.id, resourceId };
      requireManual(await requireSystem(db, place));
      return { status: 200, body: await readMappings(db, connectors, place) };
    },
  );

  mountCall(
    app,
    calls.saveSelfCertifiedMappings,
    async ({ params: { resourceId }, body }, context) => ({
      status: 200,
      body: await replaceMappings(context, resourceId, body),
    }),
  );

  mountCall(app, calls.listMidpointUserFields, async (_input, { client, db }) => ({
    status: 200,
    body: { fields: await readUserFields(db, client.id) },
  }));

  mountCall(app, calls.getResourceSchema, async ({ params: { resourceId } }, { client, db }) => ({
    status: 200,
    body: await readSchema(db, { clientId: client.id, resourceId }),
  }));

  mountCall(app, calls.previewMappings, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await previewSample(context, resourceId, body),
  }));

  mountCall(app, calls.generatePreview, async ({ params: { resourceId }, body }, context) => ({
    status: 201,
    body: await generatePreview(context, resourceId, body),
  }));

  mountCall(
    app,
    calls.getLatestPreview,
    async ({ params: { resourceId }, query: { direction } }, { client, db }) => {
      const place = { clientId: client.id, resourceId };
      const preview = await latestPreview(db, place, directionOf(direction));
      return { status: 200, body: { preview } };
    },
  );

  mountCall(app, calls.listPreviewObjects, async ({ params, query }, { client, db }) => {
    const { resourceId, previewId } = params;
    const place = { clientId: client.id, resourceId, previewId };
    await requirePreview(db, place);
    const { finding, target } = query;
    const selection = { ...place, finding, target };
    const { items, page } = await readList(db, PREVIEW_OBJECTS, selection, query);
    return { status: 200, body: { _embedded: { objects: items.map(toPreviewObject) }, page } };
  });

  mountCall(app, calls.patchPreview, async ({ params, body }, context) => ({
    status: 200,
    body: await patchPreview(context, { ...params, clientId: context.client.id }, body),
  }));

  mountCall(
    app,
    calls.suggestMappings,
    async ({ params: { resourceId }, query: { direction } }, { client, db }) => ({
      status: 200,
      body: await suggestMappings(db, { clientId: client.id, resourceId }, directionOf(direction)),
    }),
  );

  mountCall(app, calls.checkCode, async ({ params: { resourceId }, body }, { client, db }) => {
    const row = await requireSystem(db, { clientId: client.id, resourceId });
    const { code, direction, mappingType: mode } = body;
    const attributes = attributeNames(row);
    const problems = checkCel(code, { direction: directionOf(direction), mode, attributes });
    return { status: 200, body: { problems } };
  });
}

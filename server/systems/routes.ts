/** Connected systems. */
import type { FastifyInstance } from "fastify";
import { authorizeConnector, finishAuthorization } from "#events/calls/connectors.ts";
import * as excludedCalls from "#events/calls/excludedAccounts.ts";
import * as calls from "#events/calls/systems.ts";
import { seesAllResources } from "#events/rules/permissions.ts";
import { mountCall } from "../mount.ts";
import * as authorization from "./authorization.ts";
import { readConfiguration, saveConfiguration } from "./configuration.ts";
import { deleteSystem, previewDeletion } from "./deletion.ts";
import { listExcludedAccounts, previewExclusion } from "./excludedAccounts.ts";
import { readFileFormat } from "./fileFormat.ts";
import { addFilePart, announceFile } from "./files.ts";
import { discover, testIntegration } from "./probe.ts";
import { listSystems, loadSystem, requireSystem } from "./queries.ts";
import {
  publishSystem,
  readActivation,
  readImportSettings,
  readPublication,
  saveActivation,
  saveImportSettings,
} from "./settings.ts";
import { confirmSystem, createSystem, pauseSystem, readLimits, saveSetup } from "./setup.ts";

export function mountSystems(app: FastifyInstance): void {
  const { connectors } = app.services;

  mountCall(app, calls.listSystems, async ({ query }, { client, db, user }) => {
    const among = seesAllResources(user) ? null : user.resourceIds;
    const { contains, kind, publication } = query;
    const selection = { clientId: client.id, among, contains, kind, publication };
    const { items: systems, page } = await listSystems(db, connectors, selection, query);
    return { status: 200, body: { _embedded: { systems }, page } };
  });

  mountCall(app, calls.getSystemLimits, async (_input, { client, db }) => ({
    status: 200,
    body: await readLimits(db, client),
  }));

  mountCall(app, calls.createSystem, async ({ body }, context) => ({
    status: 201,
    body: await createSystem(context, body),
  }));

  mountCall(app, calls.getSystem, async ({ params: { resourceId } }, { client, db }) => ({
    status: 200,
    body: await loadSystem(db, connectors, { clientId: client.id, resourceId }),
  }));

  mountCall(app, calls.saveSystemSetup, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await saveSetup(context, resourceId, body),
  }));

  mountCall(app, calls.getConfiguration, async ({ params: { resourceId } }, context) => ({
    status: 200,
    body: await readConfiguration(context, context.db, resourceId),
  }));

  mountCall(app, calls.saveConfiguration, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await saveConfiguration(context, resourceId, body),
  }));

  mountCall(app, calls.announceFile, async ({ params: { resourceId }, body }, context) => ({
    status: 201,
    body: await announceFile(context, resourceId, body),
  }));

  mountCall(app, calls.addFilePart, async ({ params, body }, context) => ({
    status: 200,
    body: { part: body.part, complete: await addFilePart(context, params, body) },
  }));

  mountCall(app, calls.getFileFormat, async ({ params: { resourceId }, query }, context) => ({
    status: 200,
    body: await readFileFormat(context, resourceId, query),
  }));

  mountCall(app, calls.testIntegration, async ({ params: { resourceId } }, context) => ({
    status: 200,
    body: await testIntegration(context, resourceId),
  }));

  mountCall(app, calls.listObjectClasses, async ({ params: { resourceId } }, { client, db }) => {
    const row = await requireSystem(db, { clientId: client.id, resourceId });
    return { status: 200, body: { resourceId, objectClasses: row.object_classes } };
  });

  mountCall(app, calls.refreshSystem, async ({ params: { resourceId } }, context) => ({
    status: 200,
    body: await discover(context, resourceId),
  }));

  mountCall(app, calls.getImportSettings, async ({ params: { resourceId } }, { client, db }) => ({
    status: 200,
    body: await readImportSettings(db, { clientId: client.id, resourceId }),
  }));

  mountCall(app, calls.saveImportSettings, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await saveImportSettings(context, resourceId, body),
  }));

  mountCall(
    app,
    excludedCalls.listExcludedAccounts,
    async ({ params: { resourceId }, query }, { client, db }) => {
      const place = { clientId: client.id, resourceId };
      const { accounts, page } = await listExcludedAccounts(db, place, query);
      return { status: 200, body: { _embedded: { accounts }, page } };
    },
  );

  mountCall(
    app,
    excludedCalls.previewExclusion,
    async ({ params: { resourceId }, query: { attribute = null, pattern } }, { client, db }) => ({
      status: 200,
      body: await previewExclusion(db, { clientId: client.id, resourceId }, { attribute, pattern }),
    }),
  );

  mountCall(app, calls.getPublication, async ({ params: { resourceId } }, { client, db }) => ({
    status: 200,
    body: await readPublication(db, { clientId: client.id, resourceId }),
  }));

  mountCall(app, calls.publishSystem, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await publishSystem(context, resourceId, body.version),
  }));

  mountCall(app, calls.confirmIntegration, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await confirmSystem(context, resourceId, body.version),
  }));

  mountCall(app, calls.pauseSystem, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await pauseSystem(context, resourceId, body),
  }));

  mountCall(
    app,
    calls.getActivationSettings,
    async ({ params: { resourceId } }, { client, db }) => ({
      status: 200,
      body: await readActivation(db, { clientId: client.id, resourceId }),
    }),
  );

  mountCall(
    app,
    calls.saveActivationSettings,
    async ({ params: { resourceId }, body }, context) => ({
      status: 200,
      body: await saveActivation(context, resourceId, body),
    }),
  );

  mountCall(
    app,
    calls.previewSystemDeletion,
    async ({ params: { resourceId } }, { client, db }) => ({
      status: 200,
      body: await previewDeletion(db, { clientId: client.id, resourceId }),
    }),
  );

  mountCall(app, calls.deleteSystem, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await deleteSystem(context, resourceId, body),
  }));

  mountCall(app, authorizeConnector, async ({ params: { resourceId } }, context) => ({
    status: 200,
    body: { url: await authorization.authorize(context, resourceId) },
  }));

  mountCall(app, finishAuthorization, async ({ params: { resourceId }, body }, context) => {
    await authorization.finishAuthorization(context, resourceId, body);
    return {
      status: 200,
      body: await readConfiguration(context, context.db, resourceId),
    };
  });
}

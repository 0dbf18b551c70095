/** Imports of directory files that a browser sends. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/import.ts";
import { mountCsvExport } from "../../lists/csvExport.ts";
import { readList } from "../../lists/list.ts";
import { mountCall } from "../../mount.ts";
import {
  addPart,
  cancelImport,
  createImport,
  maxImportBytes,
  startCheck,
  startImport,
} from "./commands.ts";
import { withDiskWait } from "./diskWait.ts";
import { findNewest, REJECTS, requireImport, toReject } from "./queries.ts";

export function mountImports(app: FastifyInstance): void {
  mountCall(app, calls.getCurrentImport, async (_input, { client, db, services }) => ({
    status: 200,
    body: {
      current: withDiskWait(await findNewest(db, client.id), services.disk),
      maxBytes: maxImportBytes(services),
    },
  }));

  mountCall(app, calls.createImport, async ({ body }, context) => ({
    status: 201,
    body: await createImport(context, body),
  }));

  mountCall(app, calls.addImportPart, async ({ params: { importId }, body }, context) => {
    await addPart(context, importId, body);
    return { status: 200, body: { part: body.part } };
  });

  mountCall(app, calls.checkImport, async ({ params: { importId } }, context) => ({
    status: 200,
    body: await startCheck(context, importId),
  }));

  mountCall(app, calls.applyImport, async ({ params: { importId }, body }, context) => ({
    status: 200,
    body: await startImport(context, importId, body),
  }));

  mountCall(app, calls.cancelImport, async ({ params: { importId } }, context) => ({
    status: 200,
    body: await cancelImport(context, importId),
  }));

  mountCall(
    app,
    calls.listImportRejects,
    async ({ params: { importId }, query }, { client, db }) => {
      const place = { clientId: client.id, importId };
      await requireImport(db, place);
      const { items, page } = await readList(db, REJECTS, place, query);
      return { status: 200, body: { _embedded: { rejects: items.map(toReject) }, page } };
    },
  );
  mountCsvExport(app, calls.listImportRejects, {
    fileName: "rejected-records.csv",
    list: REJECTS,
    selection: ({ params: { importId } }, clientId) => ({ clientId, importId }),
    columns: {
      file: ({ file }) => file,
      line: ({ line }) => String(line),
      column: ({ column_name }) => column_name ?? "",
      code: ({ code }) => code,
      reason: ({ reason }) => reason,
    },
  });
}

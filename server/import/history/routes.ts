/** The history of imports of files: what each changed, and its undo. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/import.ts";
import type { ObjectContent } from "#events/entities/systemRun.ts";
import type { CallContext } from "../../callContext.ts";
import { inTransaction } from "../../db/transaction.ts";
import { listBatches, mountCsvFile } from "../../lists/csvExport.ts";
import { readList } from "../../lists/list.ts";
import { mountList } from "../../lists/mountList.ts";
import { mountCall } from "../../mount.ts";
import { describeChanges } from "./describeChanges.ts";
import { CHANGES, IMPORTS, requirePastImport, toPastImport, type HistoryPlace } from "./queries.ts";
import { undoImport } from "./undoImport.ts";

const placeOf = (
  { importId }: { readonly importId: string },
  client: { readonly id: string },
): HistoryPlace => ({ clientId: client.id, importId: importId.toLowerCase() });

export function mountImportHistory(app: FastifyInstance): void {
  mountList(app, calls.listPastImports, {
    name: "imports",
    list: IMPORTS,
    selection: (_input, { clientId }) => ({ clientId }),
    toItem: toPastImport,
  });

  mountCall(app, calls.getPastImport, async ({ params }, { client, db }) => ({
    status: 200,
    body: toPastImport(await requirePastImport(db, placeOf(params, client))),
  }));

  mountCall(app, calls.listImportChanges, async ({ params, query }, { client, db }) => {
    const place = placeOf(params, client);
    await requirePastImport(db, place);
    const { kind, change, contains, ...paging } = query;
    const selection = { ...place, kind, change, contains };
    const { items, page } = await readList(db, CHANGES, selection, paging);
    const changes = await describeChanges(db, client.id, items);
    return { status: 200, body: { _embedded: { changes: [...changes] }, page } };
  });
  mountCsvFile(app, calls.listImportChanges, {
    fileName: "import-changes.csv",
    batches: async ({ params, query: { kind, change, contains } }, { client }) => {
      const { db } = app.services;
      const place = placeOf(params, client);
      await requirePastImport(db, place);
      return describedBatches();
      async function* describedBatches() {
        const selection = { ...place, kind, change, contains };
        for await (const rows of listBatches(db, CHANGES, selection)) {
          yield describeChanges(db, client.id, rows);
        }
      }
    },
    columns: {
      kind: ({ kind }) => kind,
      change: ({ change }) => change,
      name: ({ name }) => name,
      resource: ({ resource }) => resource ?? "",
      entitlementsBefore: ({ before }) => entitlementsOf(before),
      entitlementsAfter: ({ after }) => entitlementsOf(after),
      valuesBefore: ({ before }) => valuesOf(before),
      valuesAfter: ({ after }) => valuesOf(after),
    },
  });

  mountCall(app, calls.undoImport, async ({ params }, context) => {
    const place = placeOf(params, context.client);
    await undo(context, place);
    return { status: 200, body: toPastImport(await requirePastImport(context.db, place)) };
  });
}

async function undo(context: CallContext, place: HistoryPlace): Promise<void> {
  const { at, db, user } = context;
  await inTransaction(db, async (tx) => {
    const { no, changes } = await undoImport(tx, { ...place, at, actor: user.username });
    await context.audit(tx, { target: place.importId, after: { no, changes } });
  });
}

function entitlementsOf(content: ObjectContent | null): string {
  return content === null ? "" : content.entitlements.join("; ");
}

function valuesOf(content: ObjectContent | null): string {
  return content === null ? "" : JSON.stringify(content.attributes);
}

/** Routes that check, show and apply bulk changes of users from a CSV file. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/bulkChanges.ts";
import { message } from "#events/messages/message.ts";
import { mountCall } from "../../mount.ts";
import { invalid } from "../../plugins/errors.ts";
import { loadNames } from "../changes/queries.ts";
import { applyFile, checkFile, checkSelected } from "./commands.ts";
import { linesPiece, usersPiece } from "./exportCsv.ts";
import { listLines, requireBulk, toBulkLine } from "./queries.ts";

export function mountBulkChanges(app: FastifyInstance): void {
  mountCall(app, calls.checkBulkChange, async ({ body }, context) => ({
    status: 201,
    body: await checkFile(context, body),
  }));

  mountCall(app, calls.checkSelection, async ({ body }, context) => ({
    status: 201,
    body: await checkSelected(context, body),
  }));

  mountCall(app, calls.getBulkChange, async ({ params: { bulkId } }, { client, db, user }) => ({
    status: 200,
    body: await requireBulk(db, { clientId: client.id, bulkId }, user.id),
  }));

  mountCall(
    app,
    calls.listBulkLines,
    async ({ params: { bulkId }, query: { show, ...paging } }, { client, db, user }) => {
      const place = { clientId: client.id, bulkId };
      await requireBulk(db, place, user.id);
      const { items, page } = await listLines(db, { ...place, show }, paging);
      const names = await loadNames(db, place.clientId);
      const lines = items.map((line) => toBulkLine(line, names));
      return { status: 200, body: { _embedded: { lines }, page } };
    },
  );

  mountCall(app, calls.applyBulkChange, async ({ params: { bulkId }, body }, context) => ({
    status: 200,
    body: await applyFile(context, bulkId, body),
  }));

  mountCall(
    app,
    calls.exportBulkLines,
    async ({ params: { bulkId }, query: { from } }, { client, db, user }) => {
      const place = { clientId: client.id, bulkId };
      await requireBulk(db, place, user.id);
      if (from !== undefined && !/^\d{1,9}$/.test(from)) {
        throw invalid("/query/from", message("values.noLine"));
      }
      return { status: 200, body: await linesPiece(db, place, from) };
    },
  );

  mountCall(app, calls.exportUsers, async ({ query: { from } }, { client, db, user }) => ({
    status: 200,
    body: await usersPiece(db, user, client.id, from),
  }));
}

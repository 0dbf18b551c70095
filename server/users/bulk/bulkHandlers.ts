/** Changes of many users by a file: checked, looked at, applied. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/bulkChanges.ts";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { mailOwedVerifications, oweVerifications } from "../../auth/verificationMail.ts";
import { errorCode, UNIQUE_VIOLATION } from "../../db/errors.ts";
import { inTransaction } from "../../db/transaction.ts";
import { mountCall, type CallContext } from "../../mount.ts";
import { ApiError, invalid, notFound } from "../../plugins/errors.ts";
import { isEmailSignOn } from "../signOnAddresses.ts";
import { loadNames } from "../userChanges.ts";
import { applyLines } from "./applyLines.ts";
import {
  deleteBulk,
  findBulk,
  finishCheck,
  insertBulk,
  listLines,
  toBulkLine,
  type BulkPlace,
  type LineCounts,
} from "./bulkStore.ts";
import { checkLines } from "./checkFile.ts";
import { linesPiece, usersPiece } from "./exportCsv.ts";
import { readFile } from "./readFile.ts";

/** Of the JSON around a file in Base64. */
const BODY_LIMIT = calls.CONTENT_MAX_LENGTH + 4096;
/** Of lines whose file is gone, as the next one of the same actor took its place. */
const FOREIGN_KEY_VIOLATION = "23503";
const ATTEMPTS = 3;

export function mountBulkCalls(app: FastifyInstance): void {
  const { config, db, now } = app.services;

  async function requireBulk(place: BulkPlace, { user }: CallContext): Promise<BulkChange> {
    const bulk = await findBulk(db, place, user.id);
    if (!bulk) throw notFound("bulk.notFound");
    return bulk;
  }

  mountCall(
    app,
    calls.checkBulkChange,
    async ({ body: { fileName, content } }, context) => {
      const { client, user: actor } = context;
      const file = await readFile(content, fileName || "CSV");
      const place = { clientId: client.id, bulkId: randomUUID() };
      await insertBulk(db, place, { actorId: actor.id, fileName, at: now() });
      let counts: LineCounts;
      try {
        counts = await checkLines(db, place, { actor, isEmailSignOn: isEmailSignOn(config) }, file);
      } catch (error) {
        await deleteBulk(db, place);
        if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
        throw displaced();
      }
      if (!(await finishCheck(db, place, counts))) throw displaced();
      return { status: 201, body: await requireBulk(place, context) };
    },
    { bodyLimit: BODY_LIMIT },
  );

  mountCall(app, calls.getBulkChange, async ({ params: { bulkId } }, context) => {
    const place = { clientId: context.client.id, bulkId };
    return { status: 200, body: await requireBulk(place, context) };
  });

  mountCall(app, calls.listBulkLines, async ({ params: { bulkId }, query }, context) => {
    const place = { clientId: context.client.id, bulkId };
    await requireBulk(place, context);
    const { show, ...paging } = query;
    const { items, page } = await listLines(db, { ...place, show }, paging);
    const names = await loadNames(db, place.clientId);
    const lines = items.map((line) => toBulkLine(line, names));
    return { status: 200, body: { _embedded: { lines }, page } };
  });

  mountCall(app, calls.applyBulkChange, async ({ params: { bulkId }, body }, context) => {
    const { client, user: actor } = context;
    const place = { clientId: client.id, bulkId };
    await requireBulk(place, context);
    const doing = {
      actor,
      clientId: client.id,
      call: calls.applyBulkChange.name,
      at: now(),
      isEmailSignOn: isEmailSignOn(config),
    };
    await whileNamesAreTaken(() =>
      inTransaction(db, async (tx) => {
        const created = await applyLines(tx, place, doing);
        if (!body.sendEmails || created.length === 0) return;
        await oweVerifications(tx, created, { language: context.language, at: doing.at });
      }),
    );
    if (body.sendEmails) mailOwedVerifications(app);
    return { status: 200, body: await requireBulk(place, context) };
  });

  mountCall(app, calls.exportBulkLines, async ({ params: { bulkId }, query }, context) => {
    const place = { clientId: context.client.id, bulkId };
    await requireBulk(place, context);
    const { from } = query;
    if (from !== undefined && !/^\d{1,9}$/.test(from))
      throw invalid("/query/from", message("values.noLine"));
    return { status: 200, body: await linesPiece(db, place, from) };
  });

  mountCall(app, calls.exportUsers, async ({ query: { from } }, { client, user }) => ({
    status: 200,
    body: await usersPiece(db, user, client.id, from),
  }));
}

/** The next file of the same actor took the place of this one. */
function displaced(): ApiError {
  return new ApiError("ECONFLICT", message("bulk.displaced"));
}

/** A username that somebody else takes in the same moment is seen by the next attempt. */
async function whileNamesAreTaken<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
      if (attempt === ATTEMPTS) {
        throw new ApiError("ECONFLICT", message("bulk.tooBusy"));
      }
    }
  }
}

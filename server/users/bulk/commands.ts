/** Checking a bulk file and applying it in batches. */
import { randomUUID } from "node:crypto";
import type { BulkChange } from "#events/entities/bulkChange.ts";
import { message } from "#events/messages/message.ts";
import { mailOwedVerifications, oweVerifications } from "../../auth/activation/verificationMail.ts";
import type { CallContext } from "../../callContext.ts";
import { errorCode, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from "../../db/errors.ts";
import { inTransaction } from "../../db/transaction.ts";
import { mailOwedNotices } from "../../mail/notices.ts";
import { ApiError } from "../../plugins/errors.ts";
import { editorOf } from "../changeRules.ts";
import { applyLines } from "./applyLines.ts";
import { checkLines } from "./checkLines.ts";
import { deleteBulk, finishCheck, insertBulk, requireBulk, type LineCounts } from "./queries.ts";
import { readFile, type FileLines } from "./readFile.ts";
import { selectedLines, type UserSelectionChange } from "./selectedLines.ts";

const ATTEMPTS = 3;

/** @throws ApiError ECONFLICT if the actor started to check another file. */
export async function checkFile(
  context: CallContext,
  { fileName, content }: { readonly fileName: string; readonly content: string },
): Promise<BulkChange> {
  const file = await readFile(content, fileName || "CSV");
  return check(context, fileName, file);
}

/** @throws ApiError EINVALID for too many users or none, ECONFLICT as `checkFile`. */
export async function checkSelected(
  context: CallContext,
  selection: UserSelectionChange,
): Promise<BulkChange> {
  return check(context, "", await selectedLines(context, selection));
}

async function check(
  { at, client, db, services, user }: CallContext,
  fileName: string,
  file: FileLines,
): Promise<BulkChange> {
  const place = { clientId: client.id, bulkId: randomUUID() };
  await insertBulk(db, place, { actorId: user.id, fileName, at });
  let counts: LineCounts;
  try {
    counts = await checkLines(db, place, editorOf({ client, services, user }), file);
  } catch (error) {
    await deleteBulk(db, place);
    // The actor's next file evicted the lines of this one.
    if (errorCode(error) !== FOREIGN_KEY_VIOLATION) throw error;
    throw displaced();
  }
  if (!(await finishCheck(db, place, counts))) throw displaced();
  return requireBulk(db, place, user.id);
}

/** Applies the next lines of a checked file. @throws ApiError ENOTFOUND or ECONFLICT */
export async function applyFile(
  context: CallContext,
  bulkId: string,
  { sendEmails }: { readonly sendEmails: boolean },
): Promise<BulkChange> {
  const { app, client, db, user } = context;
  const place = { clientId: client.id, bulkId };
  await requireBulk(db, place, user.id);
  await retryTakenNames(() =>
    inTransaction(db, async (tx) => {
      const created = await applyLines(tx, place, context);
      if (!sendEmails || created.length === 0) return;
      await oweVerifications(tx, created, context);
    }),
  );
  mailOwedNotices(app);
  if (sendEmails) mailOwedVerifications(app);
  return requireBulk(db, place, user.id);
}

function displaced(): ApiError {
  return new ApiError("ECONFLICT", message("bulk.displaced"));
}

/** The next attempt sees a username that another transaction took concurrently. */
async function retryTakenNames(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (errorCode(error) !== UNIQUE_VIOLATION) throw error;
      if (attempt === ATTEMPTS) throw new ApiError("ECONFLICT", message("bulk.tooBusy"));
    }
  }
}

/** Dropping the reports of an org, so that they are mined again. */
import { message } from "#events/messages/message.ts";
import type { CallContext } from "../callContext.ts";
import { inTransaction } from "../db/transaction.ts";
import { ApiError } from "../plugins/errors.ts";
import { countAwaited, dropReports, MAX_AWAITED } from "./queries.ts";

/**
 * @returns the number of dropped reports.
 * @throws ApiError ETOOMANYREQUESTS if the user could not request them again.
 */
export async function dropReportsOfOrg(context: CallContext, orgOid: string): Promise<number> {
  const { client, db, services, user } = context;
  const dropped = await inTransaction(db, async (tx) => {
    const reports = await dropReports(tx, client.id, [orgOid]);
    if (reports === 0) return 0;
    if ((await countAwaited(tx, user.id)) >= MAX_AWAITED) throw tooManyAwaited();
    await context.audit(tx, { target: orgOid, before: { reports }, after: { reports: 0 } });
    return reports;
  });
  if (dropped > 0) services.miner.poke();
  return dropped;
}

export function tooManyAwaited(): ApiError {
  return new ApiError("ETOOMANYREQUESTS", message("reports.tooMany", { max: MAX_AWAITED }));
}

import type { Remedy } from "#events/entities/connector.ts";
import { SUCCESS } from "./wire/resultCodes.ts";
import type { Session } from "./wire/session.ts";

/**
 * Sends a request that changes entries.
 *
 * @param remedies replace the usual ones of their result codes.
 * @throws ConnectorError unless the server made the change.
 */
export async function send(
  session: Session,
  request: Parameters<Session["request"]>[0],
  remedies: Readonly<Record<number, Remedy>> = {},
): Promise<void> {
  const result = await session.request(request, "find");
  if (result.code !== SUCCESS) throw session.refusal(result, "find", remedies);
}

/** The keys of the event logs that browsers keep. */
import type { CallContext } from "../../callContext.ts";

/** The user's key in base64; the same from every server with that secret key. Nothing stores it. */
export function logKeyOf(
  { services: { secrets } }: Pick<CallContext, "services">,
  { id }: { readonly id: string },
): string {
  return secrets.derive(`event log of ${id}`).toString("base64");
}

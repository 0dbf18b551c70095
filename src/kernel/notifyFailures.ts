import type { Failure } from "#events/kernel/call.ts";
import type { Message } from "#events/kernel/message.ts";
import { isReportable, reasonOf } from "./calls.ts";
import { notify, type Told } from "./notify.ts";

/** Why something failed, with the rest of the failure if a call did. */
type Reason = Pick<Failure, "reason"> & Partial<Failure>;

/**
 * Shows the reason when a call or a task fails.
 *
 * @param failed `failed` of a call or a task, an event that has a reason, or several of them
 * @param messageOf puts the reason into a message
 */
export function notifyFailures<Failed extends Reason>(
  failed: Told<Failed> | readonly Told<Failed>[],
  messageOf: (reason: Message) => Message = (reason) => reason,
): void {
  const all = (Array.isArray(failed) ? failed : [failed]) as readonly Told<Failed>[];
  for (const one of all) {
    notify("error", one, ({ code = null, reason, fields }) =>
      code !== null && !isReportable({ code })
        ? null
        : messageOf(reasonOf({ reason, ...(fields && { fields }) })),
    );
  }
}

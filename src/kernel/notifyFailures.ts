import type { Message } from "#events/kernel/message.ts";
import { reportOf, type Reason } from "./calls.ts";
import { notify, type Trigger } from "./notify.ts";

/**
 * Shows the reason when a call or a task fails.
 *
 * @param failed `failed` of a call or a task, an event that has a reason, or several of them
 * @param messageOf puts the reason into a message
 */
export function notifyFailures<Failed extends Reason>(
  failed: Trigger<Failed> | readonly Trigger<Failed>[],
  messageOf: (reason: Message) => Message = (reason) => reason,
): void {
  const all = (Array.isArray(failed) ? failed : [failed]) as readonly Trigger<Failed>[];
  for (const one of all) {
    notify("error", one, (failure) => {
      const reason = reportOf(failure);
      return reason && messageOf(reason);
    });
  }
}

import type { Event } from "effector";
import type { Failure } from "#events/kernel/call.ts";
import { isReportable, reasonOf } from "./calls.ts";
import { $notifications, notificationOf, showNotification } from "./notifications.ts";
import { react } from "./react.ts";
import type { Happening } from "./recorder.ts";

type Failed = Event<Happening<Failure>>;

/** Shows the reason when one of the calls fails. @param failed `failed` of one or several calls */
export function notifyFailures(failed: Failed | readonly Failed[]): void {
  react(
    failed,
    $notifications,
    (_shown, { payload, id }) =>
      isReportable(payload) ? notificationOf("error", reasonOf(payload), id) : null,
    showNotification,
  );
}

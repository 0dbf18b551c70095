/** Tells once that the browser keeps no log of this tab, or no more of earlier ones. */
import { sample } from "effector";
import { earlierDropped, keepingFailed } from "#events/actions/log.ts";
import { notificationOf, showNotification } from "../kernel/notifications.ts";
import { createAction, onLive } from "../kernel/recorder.ts";

/** The port of the log failed for good. */
export const keepingBroke = createAction(keepingFailed);
/** What was kept could not be read. */
export const earlierLost = createAction(earlierDropped);

sample({
  clock: onLive(keepingFailed),
  fn: ({ id }) =>
    notificationOf(
      "info",
      "This browser keeps no event log. You can work on; to have this session looked at, export its log before you close the tab.",
      id,
    ),
  target: showNotification,
});
sample({
  clock: onLive(earlierDropped),
  fn: ({ id }) =>
    notificationOf(
      "warning",
      "This browser could not read the event logs of earlier sessions and dropped them. The one of this session is kept.",
      id,
    ),
  target: showNotification,
});

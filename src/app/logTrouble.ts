/** Tells once that the browser keeps no log of this tab. */
import { sample } from "effector";
import { keepingFailed } from "#events/actions/log.ts";
import { notificationOf, showNotification } from "../kernel/notifications.ts";
import { createAction, happened } from "../kernel/recorder.ts";

/** The port of the log failed for good. */
export const keepingBroke = createAction(keepingFailed);

sample({
  clock: happened(keepingFailed),
  fn: ({ id }) =>
    notificationOf(
      "info",
      "This browser keeps no event log. You can work on; to have this session looked at, export its log before you close the tab.",
      id,
    ),
  target: showNotification,
});

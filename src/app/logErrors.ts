/** Reports once that the browser no longer stores this tab's log, or has lost earlier ones. */
import { message } from "#events/messages/message.ts";
import { sample } from "effector";
import { earlierDropped, keepingFailed } from "#events/actions/log.ts";
import { notificationOf, showNotification } from "../kernel/notifications.ts";
import { createAction, onLive } from "../kernel/recorder.ts";

/** The log's port failed permanently. */
export const keepingBroke = createAction(keepingFailed);
/** The stored log could not be read. */
export const earlierLost = createAction(earlierDropped);

sample({
  clock: onLive(keepingFailed),
  fn: ({ id }) => notificationOf("info", message("logs.notKept"), id),
  target: showNotification,
});
sample({
  clock: onLive(earlierDropped),
  fn: ({ id }) => notificationOf("warning", message("logs.earlierLost"), id),
  target: showNotification,
});

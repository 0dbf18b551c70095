/** Reports once that the browser no longer stores this tab's log, or has lost earlier ones. */
import { message } from "#events/messages/message.ts";
import { earlierDropped, keepingFailed } from "#events/actions/log.ts";
import { createAction } from "../kernel/recorder.ts";
import { notify } from "../kernel/notify.ts";

/** The log's port failed permanently. */
export const keepingBroke = createAction(keepingFailed);
/** The stored log could not be read. */
export const earlierLost = createAction(earlierDropped);

notify("info", keepingFailed, () => message("logs.notKept"));
notify("warning", earlierDropped, () => message("logs.earlierLost"));

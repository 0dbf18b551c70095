/** An event of a log file in this build's shape. */
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import { badLog, newerLog } from "./logFileError.ts";
import { broughtUpToDate } from "./compatibility.ts";

export interface CurrentEvent {
  readonly event: Envelope;
  /** Whether it was recorded in another shape. */
  readonly isUpcast: boolean;
}

/**
 * @param line its line in the file.
 * @throws LogFileError for an event that no build or only a newer one writes.
 */
export function currentEvent(event: Envelope, line: number): CurrentEvent {
  const known = ALL_EVENTS.get(event.type);
  const place = {
    line,
    event: message("logs.event", { type: event.type, version: event.version }),
  };
  if (!known) throw newerLog(message("logs.unknownEvent", place), line);
  if (event.version > known.version) throw newerLog(message("logs.newerEvent", place), line);
  const newest = broughtUpToDate(event);
  if (!newest) throw badLog(message("logs.badContent", place), line);
  return { event: newest, isUpcast: newest.version !== event.version };
}

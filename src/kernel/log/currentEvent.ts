/** An event of a log file as this build knows it. */
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { message } from "#events/messages/message.ts";
import { badLog, newerLog } from "./logFileError.ts";
import { broughtUpToDate } from "./compatibility.ts";

export interface CurrentEvent {
  readonly event: Envelope;
  /** Whether it had another shape when it was recorded. */
  readonly isUpcast: boolean;
}

/**
 * @param line where it stands in its file.
 * @throws LogFileError where no build or a newer one writes it.
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

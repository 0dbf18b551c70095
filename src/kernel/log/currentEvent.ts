/** An event of a log file as this build knows it. */
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { badLog, newerLog } from "./logFileError.ts";
import { broughtUpToDate } from "./compatibility.ts";

export interface EventOfToday {
  readonly event: Envelope;
  /** Whether it had another shape when it was recorded. */
  readonly isUpcast: boolean;
}

/**
 * @param line where it stands in its file.
 * @throws LogFileError where no build or a newer one writes it.
 */
export function eventOfToday(event: Envelope, line: number): EventOfToday {
  const known = ALL_EVENTS.get(event.type);
  const name = `${event.type} (version ${event.version})`;
  if (!known) {
    throw newerLog(`Line ${line} holds an event that this Provision does not know: ${name}.`, line);
  }
  if (event.version > known.version) {
    throw newerLog(`Line ${line} holds an event of a newer Provision: ${name}.`, line);
  }
  const newest = broughtUpToDate(event);
  if (!newest) throw badLog(`Line ${line} holds ${name} with content that it cannot have.`, line);
  return { event: newest, isUpcast: newest.version !== event.version };
}

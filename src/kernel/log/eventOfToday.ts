/** An event of a log file as this build knows it. */
import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope, EventInfo } from "#events/kernel/event.ts";
import { recordable, recordedSchema } from "#events/kernel/redaction.ts";
import { shortenedSchema } from "../shortening.ts";
import { badLog, newerLog } from "./logFileError.ts";
import { broughtUpToDate } from "./otherBuilds.ts";

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
  const newest = upToDate(event);
  const schema = loggedSchema(known);
  if (newest?.version !== known.version || !Check(schema, newest.payload)) {
    throw badLog(`Line ${line} holds ${name} with content that it cannot have.`, line);
  }
  return {
    event: { ...newest, payload: recordable(schema, newest.payload) },
    isUpcast: newest !== event,
  };
}

/** @returns null for content that no build records: upcasts are made for what old builds recorded, and may break on it. */
function upToDate(event: Envelope): Envelope | null {
  const { payload } = event;
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) return null;
  try {
    return broughtUpToDate(event);
  } catch {
    return null;
  }
}

const loggedSchemas = new Map<string, TSchema>();

/** What the payload of an event looks like in a log; made once for each type. */
function loggedSchema({ type, schema }: EventInfo): TSchema {
  const made = loggedSchemas.get(type) ?? shortenedSchema(recordedSchema(schema));
  loggedSchemas.set(type, made);
  return made;
}

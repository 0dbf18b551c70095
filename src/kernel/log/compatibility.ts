/** Events of another build: in files, and in a browser after a server change. */
import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { ALL_EVENTS, ALL_UPCASTS } from "#events/catalogue.ts";
import type { Envelope, EventInfo } from "#events/kernel/event.ts";
import { recordable, recordedSchema } from "#events/kernel/redaction.ts";
import { upcast } from "#events/kernel/upcast.ts";
import { shortenedSchema } from "../truncation.ts";

/**
 * @returns the event in this build's shape without unknown fields; the event itself if this build cannot know it; null
 * for content that no build records.
 */
export function broughtUpToDate(event: Envelope): Envelope | null {
  const known = ALL_EVENTS.get(event.type);
  if (!known || event.version > known.version) return event;
  const newest = upToDate(event);
  const schema = loggedSchema(known);
  if (newest?.version !== known.version || !Check(schema, newest.payload)) return null;
  return { ...newest, payload: recordable(schema, newest.payload) };
}

/** Whether this build knows the event after upcasting. */
export function isUnderstood({ type, version }: Pick<Envelope, "type" | "version">): boolean {
  return ALL_EVENTS.get(type)?.version === version;
}

/** Upcasts expect what old builds recorded, and may throw on anything else. */
function upToDate(event: Envelope): Envelope | null {
  const { payload } = event;
  if (payload === null || typeof payload !== "object" || Array.isArray(payload)) return null;
  try {
    return upcast(ALL_UPCASTS, event);
  } catch {
    return null;
  }
}

const loggedSchemas = new Map<string, TSchema>();

/** The schema of a payload in a log; built once per type. */
function loggedSchema({ type, schema }: EventInfo): TSchema {
  const made = loggedSchemas.get(type) ?? shortenedSchema(recordedSchema(schema));
  loggedSchemas.set(type, made);
  return made;
}

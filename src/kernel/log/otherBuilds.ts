/** Events that another build recorded: in files, and in a browser whose server was changed. */
import { ALL_EVENTS } from "#events/catalogue.ts";
import type { Envelope } from "#events/kernel/event.ts";
import { upcast } from "#events/kernel/upcast.ts";
import { ALL_UPCASTS } from "#events/upcasts.ts";

/** @returns the event in the shape of this build; itself where it has that. */
export function broughtUpToDate(event: Envelope): Envelope {
  return upcast(ALL_UPCASTS, event);
}

/** Whether this build can tell what the event is, once it is brought up to date. */
export function isUnderstood({ type, version }: Pick<Envelope, "type" | "version">): boolean {
  return ALL_EVENTS.get(type)?.version === version;
}

/** Every call, event and upcast of the domains. A log contains only these events. */
import { DOMAINS } from "./domains.ts";
import type { AnyCall } from "./kernel/call.ts";
import type { EventInfo } from "./kernel/event.ts";
import type { Upcast } from "./kernel/upcast.ts";
import { failureOfTexts } from "./upcasts/oldText.ts";

const domains = Object.values(DOMAINS);

export const ALL_CALLS: readonly AnyCall[] = domains.flatMap(({ calls = {} }) =>
  Object.values(calls).filter(isCall),
);

const ACTIONS = domains.flatMap(({ actions = {} }) => Object.values(actions).flatMap(eventsIn));

const CALL_EVENTS = ALL_CALLS.flatMap(({ requested, succeeded, failed, reset }) => [
  requested,
  succeeded,
  failed,
  reset,
]);

/** By type. */
export const ALL_EVENTS: ReadonlyMap<string, EventInfo> = new Map(
  [...ACTIONS, ...CALL_EVENTS].map((event) => [event.type, event]),
);

/** One for each old version of an event that a log may contain. */
export const ALL_UPCASTS: readonly Upcast[] = [
  ...domains.flatMap(({ upcasts = [] }) => upcasts),
  ...ALL_CALLS.map(({ failed }) => ({ type: failed.type, from: 1, up: failureOfTexts })),
];

/** The events of an export: the event itself, or those of a list, a form or a confirmation. */
export function eventsIn(value: unknown): readonly EventInfo[] {
  if (isEventInfo(value)) return [value];
  return typeof value === "object" && value !== null
    ? Object.values(value).filter(isEventInfo)
    : [];
}

export function isCall(value: unknown): value is AnyCall {
  return typeof value === "object" && value !== null && "endpoint" in value && "requested" in value;
}

function isEventInfo(value: unknown): value is EventInfo {
  return typeof value === "function" && "type" in value && "version" in value && "schema" in value;
}

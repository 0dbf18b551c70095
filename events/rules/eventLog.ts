/** How much of the event log a browser keeps. */
import { Type, type Static } from "typebox";

export const EventLogLimits = Type.Object({
  /** Since the last event of a session. */
  days: Type.Integer({ minimum: 1 }),
  /** Of all sessions together, in millions of bytes. */
  megabytes: Type.Integer({ minimum: 1 }),
  /** Of all large answers that events cite, as reports, in millions of bytes. */
  reportMegabytes: Type.Integer({ minimum: 1 }),
});
export type EventLogLimits = Static<typeof EventLogLimits>;

/** 512 MB hold several reports of a million entitlements. */
export const EVENT_LOG_LIMITS: EventLogLimits = { days: 14, megabytes: 64, reportMegabytes: 512 };

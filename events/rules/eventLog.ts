/** Limits of the stored event log. */
import { Type, type Static } from "typebox";

export const EventLogLimits = Type.Object({
  /** Measured from the last event of a session. */
  days: Type.Integer({ minimum: 1 }),
  /** All sessions together, in millions of bytes. */
  megabytes: Type.Integer({ minimum: 1 }),
  /** All large answers that events reference, such as reports, in millions of bytes. */
  reportMegabytes: Type.Integer({ minimum: 1 }),
});
export type EventLogLimits = Static<typeof EventLogLimits>;

/** 512 MB hold several reports of a million entitlements. */
export const EVENT_LOG_LIMITS: EventLogLimits = { days: 14, megabytes: 64, reportMegabytes: 512 };

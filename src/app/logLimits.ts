/** This browser's log limits, as configured on the server. */
import type { Scope } from "effector";
import type { EventLogLimits } from "#events/rules/eventLog.ts";
import { DAY_MS } from "#events/rules/time.ts";
import { $appInfo } from "../data/session/index.ts";
import type { LogLimits } from "../kernel/log/logStore.ts";

const MEGABYTE = 1_000_000;

export function toLogLimits({ days, megabytes, reportMegabytes }: EventLogLimits): LogLimits {
  return { age: days * DAY_MS, bytes: megabytes * MEGABYTE, bodies: reportMegabytes * MEGABYTE };
}

/** Null until the server's settings are known. */
export function logLimitsIn(scope: Scope): LogLimits | null {
  const { eventLog } = scope.getState($appInfo);
  return eventLog && toLogLimits(eventLog);
}

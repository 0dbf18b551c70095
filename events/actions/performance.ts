/**
 * How fast the app was for whoever used it. Of elements only tags and classes are told: no text and no id, which may be
 * those of people.
 */
import { Type, type Static } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** The screen that was open; null before the first. */
const RouteName = Nullable(Type.String());

export const VitalName = Type.Union([
  Type.Literal("LCP"),
  Type.Literal("INP"),
  Type.Literal("CLS"),
  Type.Literal("FCP"),
  Type.Literal("TTFB"),
]);
export type VitalName = Static<typeof VitalName>;

/** A web vital has a new value; the newest of a session counts. */
export const vitalMeasured = defineEvent(
  "performance/vitalMeasured",
  1,
  Type.Object({
    route: RouteName,
    name: VitalName,
    /** Milliseconds; of CLS a score without unit. */
    value: Type.Number({ minimum: 0 }),
    rating: Type.Union([
      Type.Literal("good"),
      Type.Literal("needs-improvement"),
      Type.Literal("poor"),
    ]),
    /** The element that is to blame; empty where there is none. */
    selector: Type.String(),
  }),
);

/** The main thread was busy for more than 50 ms at a time: one event for what comes in a burst. */
export const longTaskSeen = defineEvent(
  "performance/longTaskSeen",
  1,
  Type.Object({
    route: RouteName,
    /** A task, or a frame whose drawing had to wait, which browsers tell more of. */
    kind: Type.Union([Type.Literal("task"), Type.Literal("frame")]),
    count: Type.Integer({ minimum: 1 }),
    /** Milliseconds of the longest. */
    longest: Type.Number({ minimum: 0 }),
    /** Milliseconds of all of them. */
    total: Type.Number({ minimum: 0 }),
    /** The file of the script that took longest in the longest frame; empty where the browser does not say. */
    script: Type.String(),
  }),
);

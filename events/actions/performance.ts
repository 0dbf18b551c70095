/** Performance measures. Elements are recorded by tag and class only, because texts and ids may be personal. */
import { Type, type Static } from "typebox";
import { Nullable } from "../entities/common.ts";
import { defineEvent } from "../kernel/event.ts";

/** The screen that was open; null before the first one. */
const RouteName = Nullable(Type.String());

export const VitalName = Type.Union([
  Type.Literal("LCP"),
  Type.Literal("INP"),
  Type.Literal("CLS"),
  Type.Literal("FCP"),
  Type.Literal("TTFB"),
]);
export type VitalName = Static<typeof VitalName>;

/** A web vital has a new value. The newest value of a session counts. */
export const vitalMeasured = defineEvent(
  "performance/vitalMeasured",
  1,
  Type.Object({
    route: RouteName,
    name: VitalName,
    /** Milliseconds; CLS is a score without a unit. */
    value: Type.Number({ minimum: 0 }),
    rating: Type.Union([
      Type.Literal("good"),
      Type.Literal("needs-improvement"),
      Type.Literal("poor"),
    ]),
    /** The responsible element; empty if there is none. */
    selector: Type.String(),
  }),
);

/** The main thread was busy for more than 50 ms. One event covers a burst of such tasks. */
export const longTaskSeen = defineEvent(
  "performance/longTaskSeen",
  1,
  Type.Object({
    route: RouteName,
    /** A long task, or a long animation frame, for which browsers report more detail. */
    kind: Type.Union([Type.Literal("task"), Type.Literal("frame")]),
    count: Type.Integer({ minimum: 1 }),
    /** Milliseconds of the longest one. */
    longest: Type.Number({ minimum: 0 }),
    /** Milliseconds of all together. */
    total: Type.Number({ minimum: 0 }),
    /** The file of the slowest script in the longest frame; empty if the browser does not report it. */
    script: Type.String(),
  }),
);

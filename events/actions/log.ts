/** What the log says of itself. */
import { Type } from "typebox";
import { defineEvent } from "../kernel/event.ts";

/** A short hash of a state: sixteen hex digits. */
const StateDigest = Type.String({ pattern: "^[0-9a-f]{16}$" });

/**
 * What the app was at this event, so that a replay can tell where it departs: a digest of each projection that was
 * there, by name, and of what the worker had made visible; null where it had made nothing visible.
 */
export const stateDigested = defineEvent(
  "log/stateDigested",
  1,
  Type.Object({
    projections: Type.Record(Type.String(), StateDigest),
    result: Type.Union([StateDigest, Type.Null()]),
  }),
);

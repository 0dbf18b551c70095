/** Every upcast of this build: one for each old version of an event that logs may hold. */
import type { Upcast } from "./kernel/upcast.ts";

/** The body held the org's whole policy, which stays: a replay shows it (`formerPolicyOf`). */
const keep = (payload: unknown): unknown => payload;

/** How long a session lasts was told, and not when it ends for good. */
const NO_END = { sessionEndsInMillis: null };

export const ALL_UPCASTS: readonly Upcast[] = [
  { type: "orgs/getOrgSucceeded", from: 1, up: keep },
  { type: "orgs/deleteInducementSucceeded", from: 1, up: keep },
  {
    type: "session/getSessionLengthSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as { readonly body: { readonly data: object } };
      return { ...answer, body: { data: { ...body.data, ...NO_END } } };
    },
  },
  {
    type: "session/renewSessionSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as { readonly body: object };
      return { ...answer, body: { ...body, ...NO_END } };
    },
  },
  {
    // Each field had a place, null where nothing was wrong with it.
    type: "requestSupport/refused",
    from: 1,
    up: (payload) => ({
      problems: Object.entries(payload as Record<string, string | null>).flatMap(
        ([field, message]) => (message === null ? [] : [{ field, message }]),
      ),
    }),
  },
  {
    // No reports were kept yet.
    type: "log/measured",
    from: 1,
    up: (payload) => ({ ...(payload as object), reports: [] }),
  },
  {
    type: "log/exportChanged",
    from: 1,
    up: (payload) => ({ ...(payload as object), withReports: false }),
  },
  {
    // It was not said.
    type: "log/exported",
    from: 1,
    up: (payload) => ({ ...(payload as object), sessionsLeftOut: 0 }),
  },
  {
    // It could not be: one such event ended the export.
    type: "log/exported",
    from: 2,
    up: (payload) => ({ ...(payload as object), eventsLeftOut: 0 }),
  },
];

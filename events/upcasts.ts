/** Every upcast of this build: one for each old version of an event that logs may hold. */
import type { Message } from "./kernel/message.ts";
import type { Upcast } from "./kernel/upcast.ts";
import { message } from "./messages/message.ts";

/** The body held the org's whole policy, which stays: a replay shows it (`formerPolicyOf`). */
const keep = (payload: unknown): unknown => payload;

/** How long a session lasts was told, and not when it ends for good. */
const NO_END = { sessionEndsInMillis: null };

/** Messages were English texts, which are shown as they are. */
function asMessage(text: unknown): Message {
  return message("common.text", { text: text as string });
}

/** A user whom the server returned. */
const withRefusal = (payload: unknown): unknown => {
  const { body, ...answer } = payload as { readonly body: { readonly refusal: unknown } };
  const refusal = body.refusal === null ? null : asMessage(body.refusal);
  return { ...answer, body: { ...body, refusal } };
};

const ANSWERS_WITH_USER = [
  "users/getUserSucceeded",
  "users/createUserSucceeded",
  "users/updateUserSucceeded",
  "users/patchUserSucceeded",
  "users/undoUserChangeSucceeded",
];

interface OldBulkLine {
  readonly problems: readonly { readonly message: unknown }[];
}

export const ALL_UPCASTS: readonly Upcast[] = [
  {
    // All projections count from the start. Outcomes of a session that holds it are not compared, as after any upcast.
    type: "app/codeLoaded",
    from: 1,
    up: () => ({}),
  },
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
  ...ANSWERS_WITH_USER.map((type) => ({ type, from: 1, up: withRefusal })),
  {
    type: "bulkChanges/listBulkLinesSucceeded",
    from: 1,
    up: (payload) => {
      const { body, ...answer } = payload as {
        readonly body: { readonly _embedded: { readonly lines: readonly OldBulkLine[] } };
      };
      const lines = body._embedded.lines.map((line) => ({
        ...line,
        problems: line.problems.map(({ message: text, ...problem }) => ({
          ...problem,
          reason: asMessage(text),
        })),
      }));
      return { ...answer, body: { ...body, _embedded: { lines } } };
    },
  },
];

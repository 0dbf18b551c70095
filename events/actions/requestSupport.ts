/** What people do to request support. */
import { Type } from "typebox";
import { NewSupportRequest } from "../entities/supportRequest.ts";
import { defineEvent } from "../kernel/event.ts";

/** A field of the form was changed; the others are left out. */
export const requestChanged = defineEvent(
  "requestSupport/changed",
  1,
  Type.Partial(NewSupportRequest),
);

export const requestSubmitted = defineEvent("requestSupport/submitted", 1, Type.Object({}));

/** The form was not sent: what is wrong with which field. */
export const requestRefused = defineEvent(
  "requestSupport/refused",
  2,
  Type.Object({
    problems: Type.Array(Type.Object({ field: Type.String(), message: Type.String() })),
  }),
);

/** Another page of the requests that were made is wanted; pages count from 0. */
export const requestsPaged = defineEvent(
  "requestSupport/paged",
  1,
  Type.Object({ page: Type.Integer({ minimum: 0 }) }),
);

export const requestsRetried = defineEvent("requestSupport/retried", 1, Type.Object({}));

/** A page of the requests that were made is fetched. */
export const requestsWanted = defineEvent(
  "requestSupport/wanted",
  1,
  Type.Object({ page: Type.Integer({ minimum: 0 }) }),
);

/** How else the people are reached who run Provision: asked once, when somebody first wants their help. */
import { sample } from "effector";
import { screenOpened } from "#events/actions/app.ts";
import { getSupportContact } from "#events/calls/support.ts";
import type { SupportContact } from "#events/entities/supportRequest.ts";
import { createCall } from "../../kernel/calls.ts";
import { createProjection } from "../../kernel/projection.ts";
import { onLive } from "../../kernel/recorder.ts";
import { requestSupportRoute } from "./route.ts";

const contactCall = createCall(getSupportContact);

/** null as long as it is not known. */
export const $contact = createProjection<SupportContact | null>(
  "requestSupport/contact",
  null,
  (on) => [on(getSupportContact.succeeded, (_contact, { body }) => body)],
  { keepOnClientChange: true },
);

sample({
  clock: onLive(screenOpened),
  source: $contact,
  filter: (contact, { payload }) => contact === null && payload.route === requestSupportRoute.name,
  fn: (_contact, { id }) => ({ cause: id }),
  target: contactCall.start,
});

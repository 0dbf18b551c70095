/** The absolute end of the session, regardless of activity. */
import { sample } from "effector";
import { pageRestored, startedElsewhere } from "#events/actions/session.ts";
import { updatePassword } from "#events/calls/password.ts";
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import * as calls from "#events/calls/session.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import { createProjection } from "../../kernel/projection.ts";
import { onLive } from "../../kernel/recorder.ts";

/** An answer without an end, for example of an ended session, keeps the known one. */
const endAfter = (at: number | null, left: Milliseconds | null, time: number) =>
  left === null ? at : time + left;
/** Another session, whose end is requested. */
const unknown = () => null;

/** Epoch milliseconds; null if unknown. Messages after a sign-out depend on it. */
export const $endsAt = createProjection<number | null>(
  "session/endsAt",
  null,
  (on) => [
    on(calls.getSessionLength.succeeded, (at, { body }, { time }) =>
      endAfter(at, body.data.sessionEndsInMillis, time),
    ),
    on(calls.renewSession.succeeded, (at, { body }, { time }) =>
      endAfter(at, body.sessionEndsInMillis, time),
    ),
    on(calls.login.succeeded, unknown),
    on(calls.authenticate.succeeded, unknown),
    on(verifyCode.succeeded, unknown),
    on(verifyPasskey.succeeded, unknown),
    on(updatePassword.succeeded, unknown),
    on(startedElsewhere, unknown),
    on(pageRestored, unknown),
  ],
  { keepOnLogout: true },
);

/** The session may be a new one with another end. */
export const sessionReplaced = sample({
  clock: [onLive(updatePassword.succeeded), onLive(startedElsewhere), onLive(pageRestored)],
  fn: ({ id }) => ({ cause: id }),
});

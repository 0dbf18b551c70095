/** The second step of a sign-in, between the right password and the session. */
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import { login } from "#events/calls/session.ts";
import type { SecondStep } from "#events/entities/signIn.ts";
import { createProjection } from "../../kernel/projection.ts";

/** What the sign-in needs besides the password; null where there is no such sign-in. */
export const $secondStep = createProjection<SecondStep | null>("session/secondStep", null, (on) => [
  on(login.requested, () => null),
  on(login.succeeded, (_step, reply) => (reply.status === 202 ? reply.body.secondFactor : null)),
  on(verifyCode.succeeded, () => null),
  on(verifyPasskey.succeeded, () => null),
]);

/** The second step of a sign-in, between the correct password and the session. */
import { verifyCode, verifyPasskey } from "#events/calls/factors.ts";
import { login } from "#events/calls/session.ts";
import type { SecondStep } from "#events/entities/signIn.ts";
import { createProjection } from "../../kernel/projection.ts";

/** What the sign-in requires besides the password; null without a pending sign-in. */
export const $secondStep = createProjection<SecondStep | null>("session/secondStep", null, (on) => [
  on(login.requested, () => null),
  on(login.succeeded, (_step, reply) => (reply.status === 202 ? reply.body.secondFactor : null)),
  on(verifyCode.succeeded, () => null),
  on(verifyPasskey.succeeded, () => null),
]);

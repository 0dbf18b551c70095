/** Second factors: those of the signed-in user, the second step of a sign-in, and the reset by an administrator. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/factors.ts";
import { decodeRedirectPath } from "#events/rules/session.ts";
import { mountCall } from "../../mount.ts";
import { logKeyOf } from "../session/logKey.ts";
import * as commands from "./commands.ts";
import * as enrolment from "./enrolment.ts";
import { requiresFactor } from "./pendingSignIns.ts";
import { countRecoveryCodes, findFactors, toFactor } from "./queries.ts";
import * as secondStep from "./secondStep.ts";

/** Limits requests by address, successful or not, because verifying signatures is expensive. */
const LIMITED = { config: { rateLimit: { max: 300, timeWindow: 60_000 } } };

export function mountFactors(app: FastifyInstance): void {
  mountCall(app, calls.listFactors, async (_input, { db, services, user }) => ({
    status: 200,
    body: {
      factors: (await findFactors(db, user.id)).map(toFactor),
      recoveryCodesLeft: await countRecoveryCodes(db, user.id),
      isRequired: requiresFactor(user, services.config),
    },
  }));

  mountCall(
    app,
    calls.beginTotp,
    async (_input, context) => ({ status: 200, body: await enrolment.beginTotp(context) }),
    LIMITED,
  );

  mountCall(
    app,
    calls.confirmTotp,
    async ({ body }, context) => ({
      status: 200,
      body: await enrolment.confirmTotp(context, body),
    }),
    LIMITED,
  );

  mountCall(
    app,
    calls.beginPasskey,
    async (_input, context) => ({
      status: 200,
      body: { options: { ...(await enrolment.beginPasskey(context)) } },
    }),
    LIMITED,
  );

  mountCall(
    app,
    calls.confirmPasskey,
    async ({ body }, context) => ({
      status: 200,
      body: await enrolment.confirmPasskey(context, body),
    }),
    LIMITED,
  );

  mountCall(app, calls.renameFactor, async ({ params, body }, context) => ({
    status: 200,
    body: await commands.renameFactor(context, params.factorId, body.name),
  }));

  mountCall(app, calls.removeFactor, async ({ params }, context) => {
    await commands.removeFactor(context, params.factorId);
    return { status: 200, body: {} };
  });

  mountCall(app, calls.renewRecoveryCodes, async (_input, context) => ({
    status: 200,
    body: { recoveryCodes: await commands.renewRecoveryCodes(context) },
  }));

  mountCall(
    app,
    calls.verifyCode,
    async ({ body: { code, redirectPath } }, context) => {
      const user = await secondStep.verifyCode(context, code);
      const path = decodeRedirectPath(redirectPath);
      return { status: 200, body: { user, redirectPath: path, logKey: logKeyOf(context, user) } };
    },
    LIMITED,
  );

  mountCall(
    app,
    calls.challengePasskey,
    async (_input, context) => ({
      status: 200,
      body: { options: { ...(await secondStep.challengePasskey(context)) } },
    }),
    LIMITED,
  );

  mountCall(
    app,
    calls.verifyPasskey,
    async ({ body: { credential, redirectPath } }, context) => {
      const user = await secondStep.verifyPasskey(context, credential);
      const path = decodeRedirectPath(redirectPath);
      return { status: 200, body: { user, redirectPath: path, logKey: logKeyOf(context, user) } };
    },
    LIMITED,
  );

  mountCall(app, calls.resetFactors, async ({ params }, context) => ({
    status: 200,
    body: await commands.resetFactors(context, params.userId),
  }));
}

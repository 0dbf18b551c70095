/** Identity: sessions, single sign-on, passwords and account activation. */
import type { FastifyInstance } from "fastify";
import { mountActivation } from "./activation/routes.ts";
import { throttleLogins } from "./throttle/loginThrottle.ts";
import { limitMails } from "./mailLimit.ts";
import { mountFactors } from "./factors/routes.ts";
import { mountPasswords } from "./password/routes.ts";
import { mountSessions } from "./session/routes.ts";
import { mountSso } from "./sso/routes.ts";

export function mountAuth(app: FastifyInstance): void {
  throttleLogins(app);
  limitMails(app);
  mountSessions(app);
  mountSso(app);
  mountFactors(app);
  mountPasswords(app);
  mountActivation(app);
}

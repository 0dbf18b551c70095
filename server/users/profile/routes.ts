/** Changes of one's own profile. */
import type { FastifyInstance } from "fastify";
import { updateProfile } from "#events/calls/profile.ts";
import { mountCall } from "../../mount.ts";
import { changeProfile } from "./commands.ts";

export function mountProfile(app: FastifyInstance): void {
  mountCall(app, updateProfile, async ({ body }, context) => ({
    status: 200,
    body: await changeProfile(context, body),
  }));
}

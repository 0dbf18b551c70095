/** The users to whom a resource is assigned. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/systemUsers.ts";
import type { CallContext } from "../../callContext.ts";
import { wholePage } from "../../lists/paging.ts";
import { mountCall } from "../../mount.ts";
import { assignResource, unassignResource } from "./commands.ts";
import { listUsers } from "./queries.ts";

export function mountSystemUsers(app: FastifyInstance): void {
  mountCall(app, calls.listResourceUsers, async ({ params: { resourceId } }, context) => {
    const users = await listUsers(context.db, placeOf(context, resourceId));
    return { status: 200, body: { _embedded: { users }, page: wholePage(users.length) } };
  });

  mountCall(app, calls.assignResource, async ({ params: { resourceId }, body }, context) => ({
    status: 200,
    body: await assignResource(context, placeOf(context, resourceId), body.username),
  }));

  mountCall(app, calls.unassignResource, async ({ params: { resourceId, userId } }, context) => ({
    status: 200,
    body: await unassignResource(context, placeOf(context, resourceId), userId.toLowerCase()),
  }));
}

function placeOf({ client }: CallContext, resourceId: string) {
  return { clientId: client.id, resourceId: resourceId.toLowerCase() };
}

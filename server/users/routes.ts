/** User administration: lists, one user, and changes. */
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/users.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall } from "../mount.ts";
import { notFound } from "../plugins/errors.ts";
import * as commands from "./commands.ts";
import { listUsers, loadManagedUser, loadRoles, readUserFilters } from "./queries.ts";

export function mountUsers(app: FastifyInstance): void {
  mountCall(app, calls.listUsers, async ({ query }, { client, db }) => {
    const { users, page } = await listUsers(db, readUserFilters(client.id, query), query);
    return { status: 200, body: { _embedded: { users }, page } };
  });

  mountCall(app, calls.listUserRoles, async (_input, { db, user }) => {
    const roles = await loadRoles(db, user);
    return { status: 200, body: { _embedded: { roles }, page: wholePage(roles.length) } };
  });

  mountCall(app, calls.getUser, async ({ params: { userId } }, { client, db, user }) => {
    const found = await loadManagedUser(db, user, client.id, userId);
    if (!found) throw notFound("users.notFound");
    return { status: 200, body: found };
  });

  mountCall(app, calls.createUser, async ({ body }, context) => ({
    status: 201,
    body: await commands.createUser(context, body),
  }));

  mountCall(app, calls.updateUser, async ({ params: { userId }, body }, context) => ({
    status: 200,
    body: await commands.updateUser(context, userId, body),
  }));

  mountCall(app, calls.patchUser, async ({ params: { userId }, body }, context) => ({
    status: 200,
    body: await commands.patchUser(context, userId, body),
  }));

  mountCall(app, calls.deleteUser, async ({ params: { userId } }, context) => ({
    status: 200,
    body: { id: userId, isGone: await commands.deleteUser(context, userId) },
  }));

  mountCall(app, calls.endUserSessions, async ({ params: { userId } }, context) => ({
    status: 200,
    body: await commands.endUserSessions(context, userId),
  }));

  mountCall(app, calls.sendValidationEmail, async ({ params: { userId } }, context) => ({
    status: 200,
    body: { email: await commands.sendValidationEmail(context, userId) },
  }));
}

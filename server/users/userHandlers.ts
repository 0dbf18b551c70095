/** Administering users: lists, one, and changes of it. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import * as calls from "#events/calls/users.ts";
import { UserUpdate, type ManagedUser } from "#events/entities/managedUser.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { endSessionsOfUser } from "../auth/sessions.ts";
import { sendVerification } from "../auth/verificationMail.ts";
import type { JsonValue } from "../db/columns.ts";
import { inTransaction } from "../db/transaction.ts";
import { wholePage } from "../lists/paging.ts";
import { mountCall, type CallContext } from "../mount.ts";
import { ApiError, invalid, notFound } from "../plugins/errors.ts";
import { applyJsonPatch } from "../plugins/jsonPatch.ts";
import { compileCheck } from "../plugins/validation.ts";
import {
  addUser,
  changeUser,
  requireManageable,
  requireManagedUser,
  type Doing,
} from "./changeUser.ts";
import { loadManagedUser, loadRoles, removeUser, toEditable } from "./managedUsers.ts";
import { isEmailSignOn } from "./signOnAddresses.ts";
import { listUsers } from "./userListQueries.ts";

const checkUpdate = compileCheck(UserUpdate, "body") as (value: unknown) => UserUpdate;

/** @throws ApiError ECONFLICT where the user was changed since. */
export function requireVersion(user: ManagedUser, version: number): void {
  if (user.version === version) return;
  throw new ApiError("ECONFLICT", message("users.changedElsewhere"));
}

export function mountUserCalls(app: FastifyInstance): void {
  const { config, db, now } = app.services;

  const doing = (
    { user, client }: CallContext,
    userId: string,
    { name }: { readonly name: string },
  ): Doing => ({
    actor: user,
    clientId: client.id,
    userId,
    call: name,
    at: now(),
    isEmailSignOn: isEmailSignOn(config),
  });

  mountCall(app, calls.listUsers, async ({ query }, { client }) => {
    const { contains, manager, status } = query;
    const archived = status === "archived";
    const selection = { clientId: client.id, archived, contains, manager };
    const { users, page } = await listUsers(db, selection, query);
    return { status: 200, body: { _embedded: { users }, page } };
  });

  mountCall(app, calls.listUserRoles, async (_input, { user }) => {
    const roles = await loadRoles(db, user);
    return { status: 200, body: { _embedded: { roles }, page: wholePage(roles.length) } };
  });

  mountCall(app, calls.getUser, async ({ params: { userId } }, { client, user }) => {
    const found = await loadManagedUser(db, user, client.id, userId);
    if (!found) throw notFound("users.notFound");
    return { status: 200, body: found };
  });

  mountCall(app, calls.createUser, async ({ body }, context) => {
    const what = doing(context, randomUUID(), calls.createUser);
    return { status: 201, body: await inTransaction(db, (tx) => addUser(tx, what, body)) };
  });

  mountCall(app, calls.updateUser, async ({ params, body }, context) => {
    const { version, ...wanted } = body;
    const what = doing(context, params.userId, calls.updateUser);
    const user = await inTransaction(db, (tx) =>
      changeUser(tx, what, (current) => {
        requireVersion(current, version);
        return wanted;
      }),
    );
    return { status: 200, body: user };
  });

  mountCall(app, calls.patchUser, async ({ params, body }, context) => {
    const what = doing(context, params.userId, calls.patchUser);
    const user = await inTransaction(db, (tx) =>
      changeUser(tx, what, (current) => {
        const document = { ...toEditable(current), version: current.version };
        const { version, ...wanted } = checkUpdate(applyJsonPatch(document, body));
        if (version !== current.version)
          throw invalid("/body/version", message("values.cannotChange"));
        return wanted;
      }),
    );
    return { status: 200, body: user };
  });

  mountCall(app, calls.deleteUser, async ({ params: { userId } }, context) => {
    const what = doing(context, userId, calls.deleteUser);
    const isGone = await inTransaction(db, async (tx) => {
      const user = await requireManagedUser(tx, what);
      requireManageable(user);
      if (userId === what.actor.id) throw new ApiError("EFORBIDDEN", message("users.notYourself"));
      const gone = await removeUser(tx, { clientId: what.clientId, id: userId });
      const before: JsonValue = { ...toEditable(user) };
      await recordAudit(tx, { ...what, target: userId, before });
      return gone;
    });
    return { status: 200, body: { id: userId, isGone } };
  });

  mountCall(app, calls.endUserSessions, async ({ params: { userId } }, context) => {
    const what = doing(context, userId, calls.endUserSessions);
    const body = await inTransaction(db, async (tx) => {
      const user = await requireManagedUser(tx, what);
      requireManageable(user);
      if (userId === what.actor.id) {
        throw new ApiError("EFORBIDDEN", message("sessions.endOwn"));
      }
      const ended = await endSessionsOfUser(tx, userId);
      await recordAudit(tx, { ...what, target: userId, after: { ended } });
      return { username: user.username, ended };
    });
    return { status: 200, body };
  });

  mountCall(app, calls.sendValidationEmail, async ({ params: { userId } }, context) => {
    const what = doing(context, userId, calls.sendValidationEmail);
    const recipient = await inTransaction(db, async (tx) => {
      const user = await requireManagedUser(tx, what);
      requireManageable(user);
      const { id, username, email, archived, onboarded } = user;
      if (archived) throw new ApiError("ECONFLICT", message("users.archived"));
      if (email === null) throw new ApiError("ECONFLICT", message("users.noEmail"));
      return { id, username, email, onboarded };
    });
    // Not in the transaction, which may run twice.
    if (app.countMail(recipient.email)) {
      throw new ApiError("ETOOMANYREQUESTS", message("users.tooManyEmails"));
    }
    await recordAudit(db, { ...what, target: userId });
    try {
      await sendVerification(app, recipient, context.language);
    } catch (error) {
      app.log.error(error, "A validation email could not be sent");
      throw new ApiError("EUNAVAILABLE", message("users.emailNotSent"));
    }
    return { status: 200, body: { email: recipient.email } };
  });
}

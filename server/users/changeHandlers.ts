/** The history of a user, and taking a change back. */
import type { FastifyInstance } from "fastify";
import { listUserChanges, undoUserChange } from "#events/calls/users.ts";
import { message } from "#events/messages/message.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { ApiError, notFound } from "../plugins/errors.ts";
import { changeUser } from "./changeUser.ts";
import { loadManagedUser, toEditable } from "./managedUsers.ts";
import { isEmailSignOn } from "./signOnAddresses.ts";
import { findChange, findChanges, loadNames, toUserChange, withoutChange } from "./userChanges.ts";

export function mountChangeCalls(app: FastifyInstance): void {
  const { config, db, now } = app.services;

  mountCall(app, listUserChanges, async ({ params, query }, { client, user: actor }) => {
    const user = await loadManagedUser(db, actor, client.id, params.userId);
    if (!user) throw notFound("users.notFound");
    const selection = { clientId: client.id, userId: params.userId };
    const { items, page } = await findChanges(db, selection, query);
    const names = await loadNames(db, client.id);
    const current = toEditable(user);
    const changes = items.map((change) => {
      const told = toUserChange(change, current, names);
      return { ...told, undoable: told.undoable && user.refusal === null };
    });
    return { status: 200, body: { _embedded: { changes }, page } };
  });

  mountCall(app, undoUserChange, async ({ params }, { client, user: actor }) => {
    const { userId, changeId } = params;
    const what = {
      actor,
      clientId: client.id,
      userId,
      call: undoUserChange.name,
      at: now(),
      isEmailSignOn: isEmailSignOn(config),
    };
    const user = await inTransaction(db, async (tx) => {
      const change = await findChange(tx, client.id, userId, changeId);
      if (!change) throw notFound("users.changeNotFound");
      return changeUser(tx, what, (current) => {
        const undone = withoutChange(toEditable(current), change);
        if (undone) return undone;
        throw new ApiError("ECONFLICT", message("users.changedAgain"));
      });
    });
    return { status: 200, body: user };
  });
}

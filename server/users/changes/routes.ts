/** The history of a user, and undoing a change. */
import type { FastifyInstance } from "fastify";
import { listUserChanges, undoUserChange } from "#events/calls/users.ts";
import { mountCall } from "../../mount.ts";
import { notFound } from "../../plugins/errors.ts";
import { loadManagedUser, toEditable } from "../queries.ts";
import { undoChange } from "./commands.ts";
import { findChanges, loadNames, toUserChange } from "./queries.ts";

export function mountUserChanges(app: FastifyInstance): void {
  mountCall(app, listUserChanges, async ({ params: { userId }, query }, { client, db, user }) => {
    const changed = await loadManagedUser(db, user, client.id, userId);
    if (!changed) throw notFound("users.notFound");
    const { items, page } = await findChanges(db, { clientId: client.id, userId }, query);
    const names = await loadNames(db, client.id);
    const current = toEditable(changed);
    const changes = items.map((item) => {
      const change = toUserChange(item, current, names);
      return { ...change, undoable: change.undoable && changed.refusal === null };
    });
    return { status: 200, body: { _embedded: { changes }, page } };
  });

  mountCall(app, undoUserChange, async ({ params: { userId, changeId } }, context) => ({
    status: 200,
    body: await undoChange(context, userId, changeId),
  }));
}

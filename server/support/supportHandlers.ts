/** Requests for support: kept with an audit row, and listed to who made them and to who administers the users. */
import { randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { getSupportContact, listSupportRequests, requestSupport } from "#events/calls/support.ts";
import type { Milliseconds } from "#events/entities/common.ts";
import type { User } from "#events/entities/user.ts";
import { holdsGroup } from "#events/rules/permissions.ts";
import { checkSupportRequest } from "#events/rules/supportRequest.ts";
import { message } from "#events/messages/message.ts";
import { recordAudit } from "../audit/audit.ts";
import { inTransaction } from "../db/transaction.ts";
import { mountCall } from "../mount.ts";
import { ApiError, invalidFields } from "../plugins/errors.ts";
import { lockUsers } from "../users/managedUsers.ts";
import { mailDueRequests } from "./requestMail.ts";
import { addRequest, countRequests, listRequests } from "./supportQueries.ts";

const HOUR: Milliseconds = 3_600_000;
/** Requests that one user may make in an hour. */
const MAX_IN_AN_HOUR = 20;

export function mountSupportCalls(app: FastifyInstance): void {
  const { background, config, db, now } = app.services;

  mountCall(app, requestSupport, async ({ body }, { client, user }) => {
    const problems = checkSupportRequest(body);
    if (problems) throw invalidFields({ ...problems });
    const at = now();
    const request = await inTransaction(db, async (tx) => {
      const since = new Date(at.getTime() - HOUR);
      const recent = { clientId: client.id, userId: user.id, since };
      // Of two at once one is counted after the other.
      await lockUsers(tx, client.id, [user.id]);
      if ((await countRequests(tx, recent)) >= MAX_IN_AN_HOUR) {
        throw new ApiError("ETOOMANYREQUESTS", message("support.tooMany", { max: MAX_IN_AN_HOUR }));
      }
      const added = await addRequest(tx, {
        client_id: client.id,
        id: randomUUID(),
        user_id: user.id,
        username: user.username,
        ...body,
        created_at: at,
        mail_to: config.supportEmail,
        mail_due_at: config.supportEmail === null ? null : at,
      });
      await recordAudit(tx, {
        at,
        actor: user,
        clientId: client.id,
        call: requestSupport.name,
        target: added.id,
        after: { topic: added.topic, subject: added.subject },
      });
      return added;
    });
    background.run(() => mailDueRequests(app));
    return { status: 201, body: request };
  });

  mountCall(app, getSupportContact, async () => ({
    status: 200,
    body: { email: config.supportEmail, phone: config.supportPhone },
  }));

  mountCall(app, listSupportRequests, async ({ query }, { client, user }) => {
    const selection = { clientId: client.id, userId: readsAll(user) ? null : user.id };
    const { supportRequests, page } = await listRequests(db, selection, query);
    return { status: 200, body: { _embedded: { supportRequests }, page } };
  });
}

function readsAll(user: User): boolean {
  return holdsGroup(user, "EditAllUsers");
}
